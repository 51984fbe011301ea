package io.lockstarter.redis;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long the calling thread may wait for a connection: no longer than a command may
 * take, and no longer than its caller wants to wait.
 */
final class ConnectionWait {

	/**
	 * What even a caller in a hurry gets: it may have a connection already, and needs but
	 * a thread that sends.
	 */
	static final long LEAST = TimeUnit.MILLISECONDS.toNanos(300);

	private final ThreadLocal<Long> end = new ThreadLocal<>();

	private final LongSupplier timeoutMillis;

	/**
	 * Waits for one time-out, where nothing else is said.
	 * @param timeoutMillis the command time-out; zero: there is none
	 */
	ConnectionWait(LongSupplier timeoutMillis) {
		this.timeoutMillis = timeoutMillis;
	}

	void within(long nanos, Runnable commands) {
		this.end.set(System.nanoTime() + Math.min(nanos, commandTimeout()));
		try {
			commands.run();
		}
		finally {
			this.end.remove();
		}
	}

	/** What is left to the calling thread, in nanoseconds. */
	long left() {
		Long until = this.end.get();
		return (until != null) ? Math.max(until - System.nanoTime(), LEAST) : commandTimeout();
	}

	/** How long a command may take, in nanoseconds. */
	long commandTimeout() {
		long millis = this.timeoutMillis.getAsLong();
		return (millis > 0) ? TimeUnit.MILLISECONDS.toNanos(millis) : Long.MAX_VALUE;
	}

}
