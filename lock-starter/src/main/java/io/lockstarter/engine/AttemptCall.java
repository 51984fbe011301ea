package io.lockstarter.engine;

import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Tracks one attempt in flight: what was sent, when, and the reply. It always reports the
 * outcome to the lane, so that the lane does not wait for a reply that never comes. The
 * time of a command is the time before it was sent.
 */
final class AttemptCall {

	private final Lane lane;

	private final Attempt attempt;

	private final MonotonicClock clock;

	private final LongSupplier epochs;

	private final long epoch;

	private long sentAt;

	private boolean busy;

	private long fence;

	/** The reply of the script, if it was sent. */
	private @Nullable Contention outcome;

	private @Nullable StoreException failure;

	private boolean unconfirmed;

	AttemptCall(Lane lane, Attempt attempt, MonotonicClock clock, LongSupplier epochs) {
		this.lane = lane;
		this.attempt = attempt;
		this.clock = clock;
		this.epochs = epochs;
		this.epoch = epochs.getAsLong();
	}

	/**
	 * Notes that a command is about to be sent. The validity of the lease counts from
	 * here.
	 */
	void sending() {
		this.sentAt = this.clock.nanos();
	}

	/**
	 * Returns whether to let other instances ask first. Then nothing is sent now. A
	 * caller that cannot wait that long does not yield.
	 */
	boolean yields(LockStore store) {
		Waiter waiter = this.attempt.waiter();
		long millis = waiter.terms().triesOnce() ? 0 : store.yieldMillis(this.lane.key(), this.attempt.token());
		boolean yields = millis > 0
				&& MonotonicClock.plus(this.sentAt, TimeUnit.MILLISECONDS.toNanos(2 * millis)) < waiter.deadline();
		if (yields) {
			this.outcome = new Contention(new Holder(Release.TOMBSTONE, millis));
		}
		return yields;
	}

	/** Stores the reply to the plain command. */
	void acquired(boolean won) {
		this.busy = !won;
	}

	/** Stores the reply to the plain command that takes fencing numbers. */
	void acquiredFenced(long first) {
		this.fence = first;
		this.busy = first == 0;
	}

	/** Lets the script be sent at once. */
	void skipsPlainCommand() {
		this.busy = true;
	}

	/** Returns whether to send the script now. */
	boolean continuesByScript() {
		return this.busy
				&& (this.attempt.scripted() || this.attempt.unconfirmedIf(this.epochs.getAsLong() != this.epoch)
					.continuesByScript(this.clock.nanos()));
	}

	/** Stores the reply of the script. */
	void contended(Contention answer) {
		this.outcome = Objects.requireNonNull(answer, "no reply");
		this.fence = answer.fence();
		this.busy = false;
	}

	void failed(Throwable cause) {
		Throwable root = (cause instanceof CompletionException && cause.getCause() != null) ? cause.getCause() : cause;
		if (root instanceof StoreException known) {
			this.failure = known;
		}
		else { // also an Error of the client: the caller sees it as the cause
			this.failure = new StoreException(Outcome.REFUSED,
					"the client of the lock server threw an unexpected exception (see the cause): " + root, root);
			this.unconfirmed = true;
		}
	}

	/** Reports the outcome to the lane. */
	void conclude() {
		Attempt sent = this.attempt.unconfirmedIf(this.unconfirmed || this.epochs.getAsLong() != this.epoch);
		Contention answer = this.outcome;
		Holder holder = (answer != null) ? answer.holder() : null;
		if (this.failure != null) {
			this.lane.failed(sent, this.failure, this.clock.nanos());
		}
		else if (answer != null && answer.conflict() != null) {
			this.lane.conflict(sent, answer.conflict());
		}
		else if (this.busy) {
			this.lane.busy(sent, this.clock.nanos());
		}
		else if (answer != null && holder != null) {
			this.lane.foundHolder(sent, holder, answer.place(), this.sentAt, this.clock.nanos());
		}
		else {
			this.lane.acquired(sent.fenced(this.fence), this.sentAt);
		}
	}

}
