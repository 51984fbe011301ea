package io.lockstarter.faults.broken;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.faults.client.HeldLock;

/** A hold of a lock that may have a flaw. */
final class SimpleHold implements HeldLock {

	/** A little more than the checker tolerates. */
	private static final Duration LATE = Duration.ofMillis(600);

	/** The client measures its delays in the same way. */
	private static final Duration BEAT = Duration.ofMillis(5);

	private static final Duration DELAYED = Duration.ofMillis(20);

	private final List<Runnable> actions = new ArrayList<>();

	private final SimpleLocks locks;

	private final String key;

	private final String token;

	private final boolean renewed;

	private long fence;

	private volatile long deadline;

	private volatile boolean ended;

	SimpleHold(SimpleLocks locks, String key, String token, boolean renewed, long since) {
		this.locks = locks;
		this.key = key;
		this.token = token;
		this.renewed = renewed;
		this.deadline = since + locks.validNanos();
	}

	void fence(long fence) {
		this.fence = fence;
	}

	@Override
	public long fence() {
		return this.fence;
	}

	@Override
	public String token() {
		return this.token;
	}

	/** After its deadline, a renewed hold asks the server, and any other hold is lost. */
	@Override
	public synchronized boolean isHeld() {
		if (!this.ended && !this.locks.has(Flaw.NO_ELAPSED_TIME) && System.nanoTime() >= this.deadline) {
			renew();
		}
		return !this.ended;
	}

	/**
	 * Renews the hold. It is lost if another token has the lock, or if the deadline
	 * passes without a reply.
	 */
	synchronized void renew() {
		long now = System.nanoTime();
		try {
			if (this.renewed && !this.ended) {
				boolean ours = this.locks.renew(this.key, this.token);
				this.deadline = now + this.locks.validNanos();
				if (ours && System.nanoTime() < this.deadline) {
					return;
				}
				lose();
			}
		}
		catch (IOException ex) {
			// The renewal may have been applied or not.
		}
		if (!this.ended && System.nanoTime() >= this.deadline && !this.locks.has(Flaw.NO_ELAPSED_TIME)) {
			lose();
		}
	}

	private void lose() {
		this.ended = true;
		if (this.locks.has(Flaw.NOTIFIES_LATE)) {
			List<Runnable> late = List.copyOf(this.actions);
			Thread thread = new Thread(() -> {
				awaitRunningTime(LATE);
				late.forEach(Runnable::run);
			}, "late");
			thread.setDaemon(true);
			thread.start();
		}
		else if (!this.locks.has(Flaw.NO_LOSS_NOTIFICATION)) {
			this.actions.forEach(Runnable::run);
		}
	}

	/**
	 * Waits until this client has run for a time. The checker subtracts the time for
	 * which the machine did not let the client run. So on a busy machine, it tolerates a
	 * wait of this length by the clock.
	 */
	private static void awaitRunningTime(Duration time) {
		long left = time.toNanos();
		long last = System.nanoTime();
		while (left > 0) {
			LockSupport.parkNanos(BEAT.toNanos());
			long now = System.nanoTime();
			left -= (now - last > DELAYED.toNanos()) ? 0 : now - last;
			last = now;
		}
	}

	@Override
	public synchronized void onLost(Runnable action) {
		this.actions.add(action);
		if (this.ended && !this.locks.has(Flaw.NO_LOSS_NOTIFICATION)) {
			action.run();
		}
	}

	/** Ends the hold. Returns true if it was lost before. */
	synchronized boolean end() {
		boolean lost = this.ended;
		this.ended = true;
		return lost;
	}

}
