package io.lockstarter.lane;

import org.jspecify.annotations.Nullable;

/**
 * Holds the state of a lane, as in the table of {@link Lane}. Guarded by the lane's lock.
 */
final class LaneState {

	private Phase phase = Phase.OPEN;

	/**
	 * The lease that is offered, prolonged for a waiter, held or released in this phase.
	 */
	private @Nullable HeldLease lease;

	/** Also read without the lock. */
	private volatile @Nullable Hold hold;

	boolean is(Phase asked) {
		return this.phase == asked;
	}

	void open() {
		become(Phase.OPEN, null, null);
	}

	void acquiring() {
		become(Phase.ACQUIRING, null, null);
	}

	void offered(HeldLease offered) {
		become(Phase.OFFERED, offered, null);
	}

	void prolonging(HeldLease offered) {
		become(Phase.PROLONGING, offered, null);
	}

	void held(Hold begun) {
		become(Phase.HELD, begun.lease(), begun);
	}

	void releasing(HeldLease released) {
		become(Phase.RELEASING, released, null);
	}

	void dead() {
		this.phase = Phase.DEAD;
	}

	private void become(Phase next, @Nullable HeldLease withLease, @Nullable Hold withHold) {
		this.phase = next;
		this.lease = withLease;
		this.hold = withHold;
	}

	/** Returns the lease that is offered to the callers of this instance. */
	@Nullable HeldLease offer() {
		return (this.phase == Phase.OFFERED) ? this.lease : null;
	}

	boolean isProlonging(HeldLease asked) {
		return this.phase == Phase.PROLONGING && this.lease == asked;
	}

	/** Returns whether the lane's lease has this token. */
	boolean has(String token) {
		HeldLease current = this.lease;
		return current != null && current.token().equals(token);
	}

	/** Returns the current hold. Without the lock, it may have changed. */
	@Nullable Hold hold() {
		return this.hold;
	}

	/** See the table of {@link Lane}. */
	enum Phase {

		OPEN, ACQUIRING, OFFERED, PROLONGING, HELD, RELEASING, DEAD

	}

}
