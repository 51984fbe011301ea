package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

import io.lockstarter.lane.HeldLease;
import io.lockstarter.lane.Hold;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of an instance, in batches. The lane's {@code RenewalSchedule}
 * decides when a renewal is due: after a third of the ttl at the latest. The timer's
 * thread never waits for the lock server, so a loss is declared in time even if no
 * command is answered. A renewal never creates a key again.
 */
public final class Watchdog {

	private final Supplier<List<Hold>> holds;

	private final LockStore store;

	private final MonotonicClock clock;

	private final Executor renewers;

	private final Events events;

	private final Alarm alarm;

	/**
	 * Creates a watchdog.
	 * @param holds lists the holds to renew
	 * @param store the lock server
	 * @param clock the clock
	 * @param timer wakes the watchdog
	 * @param renewers send renewals; may reject tasks
	 * @param events emits failures
	 */
	Watchdog(Supplier<List<Hold>> holds, LockStore store, MonotonicClock clock, MonotonicTimer timer, Executor renewers,
			Events events) {
		this.holds = holds;
		this.store = store;
		this.clock = clock;
		this.renewers = renewers;
		this.events = events;
		this.alarm = new Alarm("watchdog", clock, timer, this::check);
	}

	/**
	 * Returns the delay of checks, which the load of the machine adds to each renewal: of
	 * the check that is due, or of the last one if it was within a minute.
	 * @return the lag
	 */
	public Duration lag() {
		return Duration.ofNanos(this.alarm.lag());
	}

	/** Checks the holds at this time or earlier. Never throws. */
	void checkBy(long time) {
		this.alarm.ringBy(time);
	}

	/** Declares expired holds lost, and sends the renewals that are due. */
	void check(long now) {
		long shortest = MonotonicClock.NEVER;
		List<Hold> held = this.holds.get();
		for (Hold hold : held) {
			hold.lane().expire(hold, now);
			shortest = Math.min(shortest, hold.lease().ttl());
		}
		// Includes what is due a little later, so that many leases need few batches.
		long horizon = MonotonicClock.plus(now, shortest / 30);
		List<Due> due = new ArrayList<>();
		long nextCheck = MonotonicClock.NEVER;
		for (Hold hold : held) {
			if (hold.mayBeAbandoned() && hold.lane().checkHandles(hold)) {
				this.events.handlesLost(hold);
			}
			Renewal renewal = hold.lane().renewal(hold, now, horizon);
			if (renewal != null) {
				due.add(new Due(hold, renewal));
			}
			if (hold.lane().hold() == hold) {
				nextCheck = Math.min(nextCheck, hold.nextCheck());
			}
		}
		checkBy(nextCheck);
		for (int from = 0; from < due.size(); from += LockStore.LARGEST_BATCH) {
			List<Due> batch = due.subList(from, Math.min(due.size(), from + LockStore.LARGEST_BATCH));
			try {
				this.renewers.execute(() -> renew(batch));
			}
			catch (RejectedExecutionException | OutOfMemoryError ex) { // no thread left
				batch.forEach((each) -> notRenewed(each, new RejectedExecutionException(ex)));
			}
		}
	}

	private void renew(List<Due> batch) {
		long sentAt = this.clock.nanos();
		List<RenewReply> replies;
		try {
			replies = this.store.renew(batch.stream().map(Due::renewal).toList());
		}
		catch (RuntimeException ex) {
			batch.forEach((each) -> notRenewed(each, ex));
			return;
		}
		for (int i = 0; i < batch.size(); i++) {
			Due each = batch.get(i);
			if (replies.get(i) == RenewReply.FAILED) {
				notRenewed(each, new StoreException(Outcome.UNKNOWN,
						"the lock server did not confirm the renewal of lock '" + each.hold.lease().key() + "'", null));
			}
			else {
				renewed(each, replies.get(i), sentAt);
			}
		}
	}

	private void notRenewed(Due due, Exception failure) {
		renewed(due, RenewReply.FAILED, 0);
		this.events.renewalFailed(due.hold, failure);
	}

	private void renewed(Due due, RenewReply reply, long sentAt) {
		HeldLease lease = due.hold.lease();
		due.hold.lane()
			.renewed(lease, reply, sentAt, TimeUnit.MILLISECONDS.toNanos(due.renewal.ttlMillis()), this.clock.nanos());
	}

	private record Due(Hold hold, Renewal renewal) {
	}

	/**
	 * An alarm of a timer, set to the earliest requested time. Lanes set it in the middle
	 * of a step, so it never throws.
	 */
	static final class Alarm {

		private static final Logger logger = LoggerFactory.getLogger(Watchdog.class);

		private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

		private static final long RECENT = TimeUnit.MINUTES.toNanos(1);

		private final String name;

		private final MonotonicClock clock;

		private final MonotonicTimer timer;

		private final LongConsumer action;

		private volatile long nextCheck = MonotonicClock.NEVER;

		private volatile long lag;

		private volatile long rangAt;

		private Runnable cancel = () -> {
		};

		/**
		 * Creates an alarm that is not set.
		 * @param name the name of the part that it wakes, for the log
		 * @param clock the clock
		 * @param timer the timer
		 * @param action receives the time when the alarm rings; repeated soon if it
		 * throws
		 */
		Alarm(String name, MonotonicClock clock, MonotonicTimer timer, LongConsumer action) {
			this.name = name;
			this.clock = clock;
			this.timer = timer;
			this.action = action;
		}

		/** Rings at this time, or earlier if an earlier time was requested. */
		void ringBy(long time) {
			if (time < this.nextCheck) {
				try {
					schedule(time);
				}
				catch (Throwable ex) { // for example, no thread
					logger.warn("The timer of the {} could not be set. The next use of any lock sets it.", this.name,
							ex);
				}
			}
		}

		/**
		 * Returns the delay of a ring that is due, or of the last one. An old delay does
		 * not count, since nothing may ring while no lock is held.
		 */
		long lag() {
			long now = this.clock.nanos();
			long due = this.nextCheck;
			long overdue = (due != MonotonicClock.NEVER) ? Math.max(0, now - due) : 0;
			return Math.max(overdue, (now - this.rangAt < RECENT) ? this.lag : 0);
		}

		private synchronized void schedule(long time) {
			if (time < this.nextCheck) {
				Runnable earlier = this.cancel;
				this.cancel = this.timer.at(time, this::ring);
				this.nextCheck = time;
				earlier.run();
			}
		}

		private void ring() {
			long now = this.clock.nanos();
			synchronized (this) {
				this.lag = Math.max(0, now - this.nextCheck);
				this.rangAt = now;
				// Requests from here on set a new alarm.
				this.nextCheck = MonotonicClock.NEVER;
			}
			try {
				this.action.accept(now);
			}
			catch (RuntimeException | Error ex) {
				ringBy(MonotonicClock.plus(now, PAUSE));
				logger.error("The {} of the lock service failed. It runs again.", this.name, ex);
			}
		}

	}

}
