package io.lockstarter.faults.client;

import java.time.Duration;

/**
 * What a caller wants.
 *
 * @param key the key
 * @param way through which door of the library
 * @param waitTime how long it waits
 * @param renew whether the lock is renewed
 * @param fence whether it takes a fencing number
 * @param releaseAsync whether the release waits for no reply
 */
public record Want(String key, Way way, Duration waitTime, boolean renew, boolean fence, boolean releaseAsync) {

	/** The doors of the library. */
	public enum Way {

		/** {@code acquire}. */
		ACQUIRE,

		/** {@code tryAcquire}. */
		TRY,

		/** {@code acquire}, and once more by the same thread. */
		NESTED,

		/** {@code acquireAsync}. */
		ASYNC,

		/** {@code @DistributedLock}. */
		ANNOTATION

	}

}
