package io.lockstarter.core;

import java.time.Duration;

import io.lockstarter.LockBackendException;
import io.lockstarter.LockException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.store.StoreException;

/** What a caller is told who did not get a lock: which key, what happened, what to do. */
final class Refusals {

	private Refusals() {
	}

	static LockException busy(Waiter waiter, long now) {
		String key = waiter.terms().key();
		if (waiter.terms().triesOnce()) {
			return new LockNotAcquiredException(key, Reason.BUSY,
					"Lock '" + key + "' is held by somebody else, and the request does not wait (waitTime is zero)",
					null);
		}
		return new LockNotAcquiredException(key, Reason.BUSY,
				"Lock '" + key + "' was busy for " + Duration.ofNanos(now - waiter.askedAt()).toMillis()
						+ " ms. Wait longer (waitTime), or find out who holds it with LockService.inspect",
				null);
	}

	static LockException failed(Waiter waiter, StoreException failure) {
		return new LockBackendException("Lock '" + waiter.terms().key() + "' was not acquired: " + failure.getMessage(),
				failure);
	}

	static LockException unreleased(Waiter waiter) {
		return new LockBackendException("Lock '" + waiter.terms().key()
				+ "' was not acquired: the lock server did not confirm the release before it, and the request does not"
				+ " wait (waitTime is zero)", null);
	}

	static LockException interrupted(String key) {
		return new LockNotAcquiredException(key, Reason.INTERRUPTED,
				"The thread was interrupted while it waited for lock '" + key + "'", null);
	}

	static LockException cancelled(String key) {
		return new LockNotAcquiredException(key, Reason.CANCELLED, "Waiting for lock '" + key + "' was cancelled",
				null);
	}

	static LockException shutdown(String key) {
		return new LockNotAcquiredException(key, Reason.SHUTDOWN,
				"Lock '" + key + "' was not acquired: the lock service is shut down", null);
	}

}
