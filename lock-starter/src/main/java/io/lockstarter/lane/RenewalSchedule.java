package io.lockstarter.lane;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Renewal;

/**
 * Decides when a lease is renewed, and for how long. All rules are here; the watchdog
 * only applies them.
 * <ul>
 * <li>A lease is renewed each third of its ttl, or more often if that is configured.
 * <li>A lease that was granted or extended for less than its ttl has a shorter interval
 * until it is renewed: a third of that time.
 * <li>A failed renewal is repeated after a quarter of the interval. A renewal without a
 * reply is repeated after a whole interval.
 * <li>A renewal asks for the whole ttl, but ends at most a tenth of the ttl after {@code
 * maxHold}. A lease that lasts until {@code maxHold} is not renewed.
 * <li>A lease that no code can release is not renewed, unless its thread may still work.
 * </ul>
 * Written under the lane's lock, read by any thread.
 */
final class RenewalSchedule {

	private volatile long interval;

	/** The ttl that the lock server has set last. */
	private long setTtl;

	private volatile long at;

	/**
	 * Creates a schedule that starts with the command that set the ttl.
	 * @param interval the time between two renewals
	 * @param sentAt the time before the command was sent
	 * @param ttl the ttl that it set
	 */
	RenewalSchedule(long interval, long sentAt, long ttl) {
		this.interval = interval;
		succeeded(sentAt, ttl);
	}

	/**
	 * Returns the time between two renewals.
	 * @param ttl the ttl
	 * @param longest the longest time that is configured, or {@link MonotonicClock#NEVER}
	 * @return a third of the ttl at most
	 */
	static long interval(long ttl, long longest) {
		return Math.min(ttl / 3, longest);
	}

	/** Returns the time at which the watchdog must check a hold. */
	static long nextCheck(Hold hold) {
		return renews(hold) ? Math.min(hold.lease().renewals().at, hold.deadline()) : hold.deadline();
	}

	/** Returns whether the renewal of a hold is due by a time. */
	static boolean isDue(Hold hold, long by) {
		return renews(hold) && hold.lease().renewals().at <= by;
	}

	private static boolean renews(Hold hold) {
		return hold.terms().renew() && !hold.isAbandoned() && hold.lease().deadline() < hold.maxEnd();
	}

	/** Returns the renewal of a hold, and schedules the next one. */
	static Renewal renewal(Hold hold, long now) {
		HeldLease lease = hold.lease();
		lease.renewals().sent(now);
		// At most a tenth of the ttl after maxHold: the key should not outlive the hold
		// by a whole ttl.
		long ttl = Math.min(lease.ttl(), MonotonicClock.plus(hold.maxEnd(), lease.ttl() / 10) - now);
		return new Renewal(lease, TimeUnit.NANOSECONDS.toMillis(ttl));
	}

	private void sent(long now) {
		this.at = MonotonicClock.plus(now, currentInterval());
	}

	void succeeded(long sentAt, long ttl) {
		this.setTtl = ttl;
		this.at = MonotonicClock.plus(sentAt, currentInterval());
	}

	void failed(long now) {
		this.at = MonotonicClock.plus(now, currentInterval() / 4);
	}

	private long currentInterval() {
		return interval(this.setTtl, this.interval);
	}

	/**
	 * Adapts the schedule to the next caller, which has another ttl or interval. If less
	 * than its ttl is left, the renewal is due earlier, perhaps at once.
	 * @param interval the time between two renewals
	 * @param ttl the ttl
	 * @param deadline the time until which the lease is ours
	 */
	void changed(long interval, long ttl, long deadline) {
		this.interval = interval;
		this.at = deadline - ttl + interval;
	}

	long interval() {
		return this.interval;
	}

	/** Returns the ttl that the lock server has set last. */
	long setTtl() {
		return this.setTtl;
	}

	/**
	 * Records the handles of a hold that are not released, without keeping them
	 * reachable. The watchdog reads them when it checks the hold anyway. So a lost handle
	 * is noticed within a third of the ttl after the garbage collector has noticed it. A
	 * {@link java.lang.ref.Cleaner} would be hardly faster, but would cost each
	 * acquisition an entry in a list that all threads share.
	 */
	static final class Handles {

		/** Replaced by a new list with each change, since most holds have one handle. */
		private volatile List<WeakReference<?>> all = List.of();

		synchronized void add(WeakReference<?> handle) {
			List<WeakReference<?>> others = this.all;
			this.all = others.isEmpty() ? List.of(handle) : Stream.concat(others.stream(), Stream.of(handle)).toList();
		}

		synchronized void remove(WeakReference<?> handle) {
			List<WeakReference<?>> before = this.all;
			this.all = (before.size() == 1 && before.get(0) == handle) ? List.of()
					: before.stream().filter((other) -> other != handle).toList();
		}

		/** Returns whether no handle is reachable, or none is recorded. */
		boolean areUnreachable() {
			for (WeakReference<?> handle : this.all) {
				// Unlike get, this does not keep the handle alive for the collector.
				if (!handle.refersTo(null)) {
					return false;
				}
			}
			return true;
		}

		/**
		 * Returns whether each entry of the hold had a handle that is unreachable now. An
		 * entry without a recorded handle is being delivered or released, or its owner
		 * needs no handle.
		 * @param entries the number of entries
		 */
		boolean areLost(int entries) {
			return this.all.size() == entries && areUnreachable();
		}

	}

}
