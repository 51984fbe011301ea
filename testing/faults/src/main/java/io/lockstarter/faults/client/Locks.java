package io.lockstarter.faults.client;

import java.util.function.Consumer;

/** The locks under test: those of the library, or locks that are broken on purpose. */
public interface Locks extends AutoCloseable {

	/**
	 * Acquires a lock, runs the critical section and releases the lock.
	 * @param call the lock and its options
	 * @param section the critical section
	 * @return true if the lock was lost in the meantime
	 * @throws BusyException if another caller holds the lock
	 * @throws UnknownOutcomeException if the lock server failed
	 * @throws CanceledException if the caller canceled its request
	 * @throws InterruptedWaitException if the thread was interrupted while it waited
	 */
	boolean runLocked(LockCall call, Consumer<HeldLock> section);

	@Override
	void close();

	/** Another caller holds the lock. */
	final class BusyException extends RuntimeException {

	}

	/** The caller canceled its request before it held the lock. */
	final class CanceledException extends RuntimeException {

	}

	/** The thread was interrupted while it waited. */
	final class InterruptedWaitException extends RuntimeException {

	}

	/** The lock server failed: the lock may have been acquired or not. */
	final class UnknownOutcomeException extends RuntimeException {

		public UnknownOutcomeException(Throwable cause) {
			super(cause);
		}

	}

}
