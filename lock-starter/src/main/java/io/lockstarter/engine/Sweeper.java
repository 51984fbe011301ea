package io.lockstarter.engine;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import io.lockstarter.engine.Watchdog.Alarm;
import io.lockstarter.lane.HeldLease.SentToken;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes tokens of this instance that may be in the lock server without a lease: rule D
 * (unconfirmed tokens).
 */
final class Sweeper {

	private static final Logger logger = LoggerFactory.getLogger(Sweeper.class);

	private final UnconfirmedTokens unconfirmedTokens = new UnconfirmedTokens();

	private final LockStore store;

	private final MonotonicClock clock;

	private final Executor sweepers;

	private final Alarm alarm;

	/**
	 * Creates a sweeper without tokens.
	 * @param store the lock server
	 * @param clock the clock
	 * @param timer wakes the sweeper
	 * @param sweepers send the releases; separate, so that renewals need not wait for
	 * them
	 */
	Sweeper(LockStore store, MonotonicClock clock, MonotonicTimer timer, Executor sweepers) {
		this.store = store;
		this.clock = clock;
		this.sweepers = sweepers;
		this.alarm = new Alarm("sweeper", clock, timer, this::sendDue);
	}

	/**
	 * Removes a token, as {@link io.lockstarter.lane.LaneCallbacks#sweep}. Never throws.
	 */
	void sweep(SentToken sent, long keepMillis, long fence) {
		long now = this.clock.nanos();
		this.unconfirmedTokens.add(new Release(sent.key(), sent.token(), keepMillis, fence), sent.longestTtl(),
				sent.unconfirmed(), now);
		if (!this.unconfirmedTokens.isFull()) { // else the next reply sets the alarm
			this.alarm.ringBy(now);
		}
	}

	/** Lists the tokens that are not removed yet, for the shutdown. */
	List<Release> remaining() {
		return this.unconfirmedTokens.all(this.clock.nanos());
	}

	/** For tests. */
	UnconfirmedTokens unconfirmedTokens() {
		return this.unconfirmedTokens;
	}

	int size() {
		return this.unconfirmedTokens.size();
	}

	private void sendDue(long now) {
		List<Release> due = this.unconfirmedTokens.due(now);
		this.alarm.ringBy(this.unconfirmedTokens.next());
		if (!due.isEmpty()) {
			try {
				this.sweepers.execute(() -> send(due));
			}
			catch (RejectedExecutionException | OutOfMemoryError ex) { // no thread left
				failed(due, ex);
			}
		}
	}

	private void send(List<Release> batch) {
		try {
			answered(batch, this.store.releaseAll(batch));
		}
		catch (RuntimeException | Error ex) { // else the batch stays in flight
			failed(batch, ex);
		}
	}

	private void failed(List<Release> batch, Throwable failure) {
		logger.debug("{} tokens could not be removed from the lock server. The removal is sent again.", batch.size(),
				failure);
		answered(batch, Collections.nCopies(batch.size(), ReleaseReply.FAILED));
	}

	private void answered(List<Release> batch, List<ReleaseReply> replies) {
		this.unconfirmedTokens.swept(batch, replies, this.clock.nanos());
		this.alarm.ringBy(this.unconfirmedTokens.next());
	}

}
