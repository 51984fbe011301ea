package io.lockstarter.observability.diagnosis;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

import io.lockstarter.LockEvent;
import io.lockstarter.LockLostException;
import io.lockstarter.engine.LockObserver;
import io.lockstarter.store.MonotonicClock;

/**
 * Counts the losses within a window of time. Only reasons that show a problem count: the
 * ttl ended, or the lock server has another token. It remembers a bounded number.
 */
public final class RecentLosses implements LockObserver {

	private static final int REMEMBERED = 1000;

	private final MonotonicClock clock;

	private final Duration window;

	private final Deque<Long> times = new ArrayDeque<>();

	/**
	 * Creates the observer.
	 * @param window the length of the window, which ends now
	 * @param clock the clock
	 */
	public RecentLosses(Duration window, MonotonicClock clock) {
		this.window = window;
		this.clock = clock;
	}

	@Override
	public boolean supportsEventType(Class<? extends LockEvent> type) {
		return type == LockEvent.Lost.class;
	}

	@Override
	public void on(LockEvent event, Object owner) {
		LockLostException.Reason reason = ((LockEvent.Lost) event).reason();
		if (reason == LockLostException.Reason.EXPIRED || reason == LockLostException.Reason.NOT_OURS) {
			add(this.clock.nanos());
		}
	}

	/**
	 * Returns the number of losses within the window, at most 1000.
	 * @return the number
	 */
	public synchronized int count() {
		long start = this.clock.nanos() - this.window.toNanos();
		while (!this.times.isEmpty() && this.times.peek() < start) {
			this.times.remove();
		}
		return this.times.size();
	}

	/**
	 * Returns the length of the window.
	 * @return the length
	 */
	public Duration window() {
		return this.window;
	}

	private synchronized void add(long now) {
		if (this.times.size() == REMEMBERED) {
			this.times.remove();
		}
		this.times.add(now);
	}

}
