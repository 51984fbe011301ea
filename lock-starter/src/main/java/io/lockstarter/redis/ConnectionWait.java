package io.lockstarter.redis;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.lockstarter.store.LockStore;
import org.jspecify.annotations.Nullable;

/**
 * Limits how long the calling thread waits for a connection: at most
 * {@link LockStore#CONNECT_MARGIN} longer than the caller wants to wait, and at most the
 * command time-out, unless that is shorter than the margin. A caller that gave up gets
 * the reason why the last attempt to connect failed.
 */
final class ConnectionWait {

	/**
	 * The shortest wait, even for a caller with a shorter limit. The connection may
	 * already exist, so that only a thread to send on is missing.
	 */
	static final long LEAST = TimeUnit.MILLISECONDS.toNanos(300);

	private static final long MARGIN = LockStore.CONNECT_MARGIN.toNanos();

	private final ThreadLocal<Long> end = new ThreadLocal<>();

	private final LongSupplier timeoutMillis;

	private volatile @Nullable Throwable lastFailure;

	private volatile boolean connected;

	/**
	 * Creates waits that are limited by the command time-out.
	 * @param timeoutMillis the command time-out; zero means none
	 */
	ConnectionWait(LongSupplier timeoutMillis) {
		this.timeoutMillis = timeoutMillis;
	}

	void within(long nanos, Runnable commands) {
		long most = Math.max(commandTimeout(), MARGIN);
		this.end.set(System.nanoTime() + Math.min(nanos, most - MARGIN) + MARGIN);
		try {
			commands.run();
		}
		finally {
			this.end.remove();
		}
	}

	/** Returns the remaining time of the calling thread, in nanoseconds. */
	long left() {
		Long until = this.end.get();
		return (until != null) ? Math.max(until - System.nanoTime(), LEAST) : commandTimeout();
	}

	/**
	 * Remembers why an attempt to connect failed: its caller may have given up before.
	 */
	void failed(Throwable failure) {
		this.lastFailure = failure;
		this.connected = false;
	}

	/** Notes a connection, and forgets the failure of earlier attempts. */
	void connected() {
		if (!this.connected) {
			this.lastFailure = null;
			this.connected = true;
		}
	}

	/** Returns whether the last attempt to connect was successful. */
	boolean isConnected() {
		return this.connected;
	}

	/** Returns the exception for a caller that got no connection in time. */
	NotConnectedException overdue(String message) {
		return NotConnectedException.overdue(message, this.lastFailure);
	}

	/** Returns the command time-out in nanoseconds. */
	long commandTimeout() {
		long millis = this.timeoutMillis.getAsLong();
		return (millis > 0) ? TimeUnit.MILLISECONDS.toNanos(millis) : Long.MAX_VALUE;
	}

}
