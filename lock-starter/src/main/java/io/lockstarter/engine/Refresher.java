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
import io.lockstarter.lane.HeldLease;
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

	private void check(long now) {
		// Includes what is due a little later, so that many claims need few batches.
		long horizon = MonotonicClock.plus(now, this.settings.longestSleep().toNanos() / 4);
		List<Due> due = new ArrayList<>();
		long next = MonotonicClock.NEVER;
		for (Lane lane : this.lanes.get()) {
			Attempt attempt = lane.refresh(now, horizon);
			if (attempt != null) {
				due.add(new Due(attempt, new AttemptCall(lane, attempt, this.clock, this::epoch)));
			}
			else {
				next = Math.min(next, lane.refreshAt(now));
			}
		}
		refreshBy(next);
		for (int from = 0; from < due.size(); from += LockStore.LARGEST_BATCH) {
			List<Due> batch = due.subList(from, Math.min(due.size(), from + LockStore.LARGEST_BATCH));
			try {
				this.senders.execute(() -> send(batch));
			}
			catch (RejectedExecutionException | OutOfMemoryError ex) { // no thread left
				batch.forEach((each) -> each.call.failed(new StoreException(Outcome.NOT_APPLIED,
						"no thread could be started to send the command; nothing was sent", ex)));
				batch.forEach((each) -> each.call.conclude());
			}
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
	void admitMore(HeldLease lease) {
		try {
			this.senders.execute(() -> {
				try {
					this.store.refresh(List
						.of(new Refresh(lease.key(), lease.token(), TimeUnit.NANOSECONDS.toMillis(lease.ttl()), 1)));
				}
				catch (RuntimeException ex) {
					logger.debug("Lock '{}': not all waiters were admitted. They ask again.", lease.key(), ex);
				}
			});
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) { // no thread left
			logger.debug("Lock '{}': not all waiters were admitted. They ask again.", lease.key(), ex);
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
