package io.lockstarter.faults.client;

import java.time.Duration;

/**
 * A call of the library.
 *
 * @param key the key
 * @param api the method of the library
 * @param waitTime the wait time
 * @param renew true if the lock is renewed
 * @param fence true if the call requests a fencing number
 * @param releaseAsync true if the release does not wait for the reply
 */
public record LockCall(String key, Api api, Duration waitTime, boolean renew, boolean fence, boolean releaseAsync) {

	/** The methods of the library that acquire a lock. */
	public enum Api {

		/** {@code acquire}. */
		ACQUIRE,

		/** {@code tryAcquire}. */
		TRY,

		/** {@code acquire}, and a nested {@code tryAcquire} by the same thread. */
		NESTED,

		/** {@code acquireAsync}. */
		ASYNC,

		/** {@code @DistributedLock}. */
		ANNOTATION

	}

}
