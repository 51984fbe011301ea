package io.lockstarter.simulation;

import io.lockstarter.LockLostException;
import io.lockstarter.LockType;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a caller that acquires and releases the lock several times. Subclasses drive
 * its waiter.
 */
abstract class SimulatedCaller {

	final SimulatedInstance instance;

	private final String name;

	final Simulation world;

	final SimulationPlan plan;

	final SimulationRandomness random;

	final SimulatedTime time;

	private int rounds;

	@Nullable Waiter waiter;

	private @Nullable Hold hold;

	private boolean exposed;

	/** It has taken the offered lease when it asked, before the waiting callers. */
	private boolean outOfTurn;

	/** The type as which it holds the lock, by its own knowledge. */
	@Nullable LockType holdsAs;

	long askedAs;

	SimulatedCaller(String name, SimulatedInstance instance, Simulation world, SimulationRandomness random) {
		this.name = name;
		this.instance = instance;
		this.world = world;
		this.plan = world.plan;
		this.random = random;
		this.time = world.time;
		this.rounds = this.plan.rounds;
	}

	/** Asks for the lock. */
	abstract void ask();

	final void think() {
		this.hold = null;
		if (this.rounds-- > 0) {
			long pause = this.random.between(0, SimulationPlan.millis(this.plan.alwaysContended ? 1 : 60));
			// A caller that asks again at once may take the lease out of turn.
			boolean atOnce = this.world.slices.chance(0.3);
			this.time.at(this.time.now() + (atOnce ? 0 : pause), this.instance, this::ask);
		}
	}

	final boolean isDone() {
		return this.instance.isCrashed() || this.rounds < 0;
	}

	final boolean waits() {
		Waiter waiting = this.waiter;
		return waiting != null && !waiting.settled() && !this.instance.isCrashed();
	}

	/** Notes that it asks, before its waiter can be settled. */
	final void asks(Waiter asking) {
		this.askedAs = this.world.nextAsk();
		this.waiter = asking;
		this.exposed = false;
		this.world.trace.add(this, "asks", asking.terms().request());
	}

	/** Notes that it has asked. Its waiter may have a hold already. */
	final void hasAsked(Waiter asking) {
		this.outOfTurn = asking.hold() != null;
		if (this.outOfTurn) {
			this.world.promises.tookOutOfTurn(this);
		}
	}

	final void wasRefused(Waiter waiting, @Nullable Throwable refusal) {
		this.world.promises.settled(this, waiting);
		this.world.trace.add(this, "was refused", refusal);
		this.world.trace.count(SimulationKind.REFUSAL);
		think();
	}

	final void isGranted(Waiter waiting, Hold granted) {
		this.world.promises.settled(this, waiting);
		if (!this.outOfTurn) {
			this.world.promises.tookInTurn(this);
		}
		this.world.trace.add(this, "holds " + SimulationText.token(granted.lease().token()), null);
		this.world.trace.count(SimulationKind.HOLD);
	}

	/** Notes that it works under the lock from now on. */
	final void holds(Hold granted) {
		this.holdsAs = granted.terms().type();
		if (this.plan.flaw == SimulationFlaw.VALIDITY_FROM_REPLY
				|| this.plan.flaw == SimulationFlaw.VALIDITY_FROM_MESSAGE) {
			granted.lease().renewed(this.instance.nanos(), granted.lease().ttl());
		}
		this.hold = granted;
		this.world.promises.granted(this, granted);
	}

	/** Returns the longest time of its work under the lock, in milliseconds. */
	final long longestWork() {
		return this.random.chance(this.plan.clockJumpsOrDataLoss ? 0.4 : 0.1) ? 500 : 30;
	}

	/**
	 * Notes that its token is exposed. Another party may release the lock with it,
	 * perhaps too late.
	 */
	final void exposed(Hold granted) {
		this.exposed = true;
		if (this.random.chance(0.5)) {
			this.time.at(this.time.now() + this.random.between(0, SimulationPlan.millis(80)),
					() -> this.world.releaseByToken(granted.lease().token()));
		}
	}

	/** Notes that its work under the lock has ended, before the lock is released. */
	final void endsWork(Hold granted) {
		LockLostException.Reason lost = granted.lossCause();
		this.world.trace.add(this, (lost != null) ? "has lost it" : "releases it", lost);
		this.world.promises.claims.ended(this, granted);
		this.hold = null;
	}

	/**
	 * Returns whether the hold is valid now by its own deadline. It does not make the
	 * hold expire.
	 */
	final boolean holdsValidly() {
		Hold held = this.hold;
		return held != null && held.lossCause() == null && !this.instance.isCrashed()
				&& this.instance.nanos() < held.deadline();
	}

	final boolean isOutOfTurn() {
		return this.outOfTurn;
	}

	/** Returns whether another party may have released its lock. */
	final boolean isExposed() {
		return this.exposed;
	}

	final @Nullable Hold hold() {
		return this.hold;
	}

	@Override
	public final String toString() {
		return this.name;
	}

}
