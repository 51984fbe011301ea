package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.lockstarter.engine.Watchdog.Alarm;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Lane;
import io.lockstarter.store.Contention;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Refresh;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks again for the claims of an instance that wait in queues, in batches. If a batch is
 * late, the waiters ask by themselves.
 */
final class Refresher {

	private static final Logger logger = LoggerFactory.getLogger(Refresher.class);

	private final Supplier<Collection<Lane>> lanes;

	private final LockStore store;

	private final LockSettings settings;

	private final MonotonicClock clock;

	private final Executor senders;

	private final Alarm alarm;

	/** Replaces the epoch when the store fails to return it. Each value is unique. */
	private final AtomicLong unknownEpoch = new AtomicLong();

	Refresher(Supplier<Collection<Lane>> lanes, LockStore store, LockSettings settings, EngineRuntime runtime) {
		this.lanes = lanes;
		this.store = store;
		this.settings = settings;
		this.clock = runtime.clock();
		this.senders = runtime.sweepers();
		this.alarm = new Alarm("refresher", this.clock, runtime.timer(), this::check);
	}

	/** Asks again at this time or earlier. Never throws. */
	void refreshBy(long time) {
		this.alarm.ringBy(time);
	}

	/**
	 * Hands the lanes that are due to senders. An attempt begins only when a sender has a
	 * thread. If all senders wait for a server that hangs, the waiters ask by themselves.
	 */
	private void check(long now) {
		long horizon = horizon(now);
		List<Lane> due = new ArrayList<>();
		long next = MonotonicClock.NEVER;
		for (Lane lane : this.lanes.get()) {
			long at = lane.refreshAt(now);
			if (at <= horizon) {
				due.add(lane);
			}
			else {
				next = Math.min(next, at);
			}
		}
		refreshBy(next);
		for (int from = 0; from < due.size(); from += LockStore.LARGEST_BATCH) {
			List<Lane> batch = due.subList(from, Math.min(due.size(), from + LockStore.LARGEST_BATCH));
			try {
				this.senders.execute(() -> refresh(batch));
			}
			catch (RejectedExecutionException | OutOfMemoryError ex) { // no thread left
				logger.debug("{} waiting callers are not asked for in a batch. They ask by themselves.", batch.size(),
						ex);
			}
		}
	}

	/** Includes what is due a little later, so that many claims need few batches. */
	private long horizon(long now) {
		return MonotonicClock.plus(now, this.settings.longestSleep().toNanos() / 4);
	}

	private void refresh(List<Lane> lanes) {
		long now = this.clock.nanos();
		List<Due> batch = new ArrayList<>();
		for (Lane lane : lanes) {
			Attempt attempt = lane.refresh(now, horizon(now));
			if (attempt != null) {
				batch.add(new Due(attempt, new AttemptCall(lane, attempt, this.clock, this::epoch)));
			}
		}
		if (!batch.isEmpty()) {
			send(batch);
		}
	}

	private void send(List<Due> batch) {
		try {
			long alive = TimeUnit.NANOSECONDS.toMillis(3 * this.settings.longestSleep().toNanos());
			batch.forEach((each) -> each.call.sending());
			List<@Nullable Contention> replies = this.store.refresh(batch.stream()
				.map((each) -> new Refresh(each.attempt.sent().key(), each.attempt.token(),
						TimeUnit.NANOSECONDS.toMillis(each.attempt.ttl()), alive))
				.toList());
			for (int i = 0; i < batch.size(); i++) {
				Contention reply = replies.get(i);
				if (reply != null) {
					batch.get(i).call.contended(reply);
				}
				else {
					batch.get(i).call.failed(
							new StoreException(Outcome.UNKNOWN, "the lock server did not answer for this lock", null));
				}
			}
		}
		catch (Throwable ex) { // the lanes must not wait for a reply
			batch.forEach((each) -> each.call.failed(ex));
		}
		finally {
			batch.forEach((each) -> each.call.conclude());
		}
	}

	/** Lets the lock server admit more waiters, with a token that has the key. */
	void admitMore(String key, String token, long ttlMillis) {
		try {
			this.senders.execute(() -> {
				try {
					this.store.refresh(List.of(new Refresh(key, token, ttlMillis, 1)));
				}
				catch (RuntimeException ex) {
					logger.debug("Lock '{}': not all waiters were admitted. They ask again.", key, ex);
				}
			});
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) { // no thread left
			logger.debug("Lock '{}': not all waiters were admitted. They ask again.", key, ex);
		}
	}

	private long epoch() {
		try {
			return this.store.epoch();
		}
		catch (Throwable ex) {
			return this.unknownEpoch.decrementAndGet();
		}
	}

	private record Due(Attempt attempt, AttemptCall call) {
	}

}
