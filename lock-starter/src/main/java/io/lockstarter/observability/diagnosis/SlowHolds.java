package io.lockstarter.observability.diagnosis;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.lockstarter.LockEvent;
import io.lockstarter.engine.LeaderOwner;
import io.lockstarter.engine.LockObserver;
import io.lockstarter.engine.LockSnapshot;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs locks that are held for longer than a limit, once for each hold, with the stack of
 * the thread that holds it. The locks of leaders are not logged. A timer runs only while
 * locks are held.
 */
public final class SlowHolds implements LockObserver {

	private static final Logger logger = LoggerFactory.getLogger(SlowHolds.class);

	private static final Duration NOT_KNOWN = Duration.ofSeconds(Long.MAX_VALUE);

	private final Duration limit;

	private final MonotonicClock clock;

	private final MonotonicTimer timer;

	private final Executor executor;

	private final AtomicBoolean scheduled = new AtomicBoolean();

	private volatile Supplier<List<LockSnapshot>> locks = List::of;

	private Set<Object> logged = new HashSet<>();

	/**
	 * Creates the observer.
	 * @param limit holds that are longer are logged
	 * @param clock the clock
	 * @param timer the timer, by the same clock
	 * @param executor writes the log, since the thread of the timer must not wait
	 */
	public SlowHolds(Duration limit, MonotonicClock clock, MonotonicTimer timer, Executor executor) {
		this.limit = limit;
		this.clock = clock;
		this.timer = timer;
		this.executor = executor;
	}

	/**
	 * Sets the source of the holds.
	 * @param snapshot lists what the instance holds
	 */
	public void watch(Supplier<List<LockSnapshot>> snapshot) {
		this.locks = snapshot;
	}

	@Override
	public boolean supportsEventType(Class<? extends LockEvent> type) {
		return type == LockEvent.Acquired.class;
	}

	@Override
	public boolean wants(Class<? extends LockEvent> type) {
		return !this.scheduled.get();
	}

	@Override
	public void on(LockEvent event, Object owner) {
		schedule(this.limit);
	}

	private void schedule(Duration delay) {
		if (this.scheduled.compareAndSet(false, true)) {
			this.timer.at(MonotonicClock.plus(this.clock.nanos(), delay.toNanos()),
					() -> this.executor.execute(this::check));
		}
	}

	private synchronized void check() {
		// A lock that is acquired from here on sets the timer again.
		this.scheduled.set(false);
		Duration longest = NOT_KNOWN;
		Set<Object> slow = new HashSet<>();
		List<LockSnapshot> all = this.locks.get();
		for (LockSnapshot lock : all) {
			LockSnapshot.Holder holder = lock.holder();
			if (holder != null && !(holder.owner() instanceof LeaderOwner)) {
				longest = min(longest, this.limit.minus(holder.held()), this.limit);
				if (holder.held().compareTo(this.limit) >= 0) {
					Object id = new HoldId(holder.token(), holder.owner());
					slow.add(id);
					if (!this.logged.contains(id)) {
						log(lock.key(), holder, LockSnapshot.waiting(lock.key(), all));
					}
				}
			}
		}
		this.logged = slow;
		if (!longest.equals(NOT_KNOWN)) {
			schedule(longest);
		}
	}

	/**
	 * Returns the time until the next check: a hold that is slow already does not count.
	 */
	private static Duration min(Duration longest, Duration left, Duration limit) {
		Duration next = (left.isNegative() || left.isZero()) ? limit : left;
		return (next.compareTo(longest) < 0) ? next : longest;
	}

	private void log(String key, LockSnapshot.Holder holder, int waiting) {
		StringBuilder stack = new StringBuilder();
		String owner = "an asynchronous caller";
		if (holder.owner() instanceof Thread thread) {
			owner = "thread '" + thread.getName() + "'";
			for (StackTraceElement frame : thread.getStackTrace()) {
				stack.append(System.lineSeparator()).append("\tat ").append(frame);
			}
		}
		logger.warn(
				"Lock '{}' has been held for {} ms by {}, and {} callers of this instance wait for it. "
						+ "distributed-lock.diagnosis.slow-hold is {} ms.{}",
				key, holder.held().toMillis(), owner, waiting, this.limit.toMillis(), stack);
	}

	/** Several holds in turn can have one token. */
	private record HoldId(String token, Object owner) {
	}

}
