package io.lockstarter.faults.client;

import java.util.function.Consumer;

/** The locks that are attacked: ours, or one that is broken on purpose. */
public interface Locks extends AutoCloseable {

	/**
	 * Takes a lock, works under it, releases it.
	 * @param want which one
	 * @param section the work
	 * @return whether the lock was lost meanwhile
	 * @throws BusyException if somebody else has it
	 * @throws UnknownException if the lock server failed
	 * @throws GivenUpException if the thread was interrupted while it waited
	 */
	boolean under(Want want, Consumer<Held> section);

	@Override
	void close();

	/** Somebody else has it. */
	final class BusyException extends RuntimeException {

	}

	/** The thread was interrupted while it waited. */
	final class GivenUpException extends RuntimeException {

	}

	/** The lock server failed: the attempt may have taken the lock or not. */
	final class UnknownException extends RuntimeException {

		public UnknownException(Throwable cause) {
			super(cause);
		}

	}

}
