package io.lockstarter.test;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/** Delays and fails the commands of a test's lock server. */
final class ServerFaults {

	private final ThreadLocal<Boolean> suspended = ThreadLocal.withInitial(() -> false);

	private volatile @Nullable ServerFault fault;

	private volatile Duration delay = Duration.ZERO;

	void set(@Nullable ServerFault fault) {
		this.fault = fault;
	}

	void delay(Duration delay) {
		this.delay = delay;
	}

	void clear() {
		this.fault = null;
		this.delay = Duration.ZERO;
	}

	/** Runs a command of the application. */
	<T> T send(Supplier<T> command) {
		if (this.suspended.get()) {
			return command.get();
		}
		pause(this.delay);
		ServerFault current = this.fault;
		if (current != null && current != ServerFault.LOST_REPLIES) {
			throw failure(current);
		}
		T reply = command.get();
		if (current != null) {
			throw failure(current);
		}
		return reply;
	}

	/** Runs commands of the test itself, which are never delayed and never fail. */
	<T> T suspend(Supplier<T> commands) {
		this.suspended.set(true);
		try {
			return commands.get();
		}
		finally {
			this.suspended.remove();
		}
	}

	private static StoreException failure(ServerFault fault) {
		return new StoreException(fault.outcome(), fault.reason(), null);
	}

	// An interrupt does not end a command, as with Redis.
	private static void pause(Duration delay) {
		long end = System.nanoTime() + delay.toNanos();
		boolean interrupted = false;
		for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
			LockSupport.parkNanos(left);
			interrupted |= Thread.interrupted();
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
