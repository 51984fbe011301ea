package io.lockstarter.faults.broken;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.faults.client.Held;

/** A hold of a lock that may have a flaw. */
final class SimpleHold implements Held {

	/** A little more than the checker tolerates. */
	private static final Duration LATE = Duration.ofMillis(600);

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

	/** Past its time it asks, where it may be renewed, and is lost otherwise. */
	@Override
	public synchronized boolean isHeld() {
		if (!this.ended && !this.locks.has(Flaw.NO_ELAPSED_TIME) && System.nanoTime() >= this.deadline) {
			renew();
		}
		return !this.ended;
	}

	/** Prolongs it; lost if it is not ours, or past its time without an answer. */
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
			// It may have been renewed or not.
		}
		if (!this.ended && System.nanoTime() >= this.deadline && !this.locks.has(Flaw.NO_ELAPSED_TIME)) {
			lose();
		}
	}

	private void lose() {
		this.ended = true;
		if (this.locks.has(Flaw.TELLS_LATE)) {
			List<Runnable> late = List.copyOf(this.actions);
			CompletableFuture.delayedExecutor(LATE.toMillis(), TimeUnit.MILLISECONDS)
				.execute(() -> late.forEach(Runnable::run));
		}
		else if (!this.locks.has(Flaw.SILENT_LOSS)) {
			this.actions.forEach(Runnable::run);
		}
	}

	@Override
	public synchronized void onLost(Runnable action) {
		this.actions.add(action);
		if (this.ended && !this.locks.has(Flaw.SILENT_LOSS)) {
			action.run();
		}
	}

	/** Ends it, and says whether it was lost before. */
	synchronized boolean end() {
		boolean lost = this.ended;
		this.ended = true;
		return lost;
	}

}
