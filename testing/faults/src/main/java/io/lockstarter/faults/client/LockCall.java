package io.lockstarter.faults.client;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A call of the library.
 *
 * @param key the key
 * @param api the method of the library
 * @param waitTime the wait time
 * @param renew true if the lock is renewed
 * @param fence true if the call requests a fencing number
 * @param releaseAsync true if the release does not wait for the reply
 * @param cancelAfter the time after which the caller cancels the request if it does not
 * hold the lock yet; {@code null} if it does not cancel
 */
public record LockCall(String key, Api api, Duration waitTime, boolean renew, boolean fence, boolean releaseAsync,
		@Nullable Duration cancelAfter) {

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

		/** {@code withLock} of the reactive service. */
		REACTIVE,

		/** {@code @DistributedLock}. */
		ANNOTATION;

		/** Returns whether a caller can cancel its request. */
		boolean isCancelable() {
			return this == ASYNC || this == REACTIVE;
		}

	}

}
