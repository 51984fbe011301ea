package io.lockstarter.lane;

import java.time.Duration;

import io.lockstarter.LockException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockServerException;
import io.lockstarter.LockType;
import io.lockstarter.store.StoreException;

/**
 * Creates the exceptions for callers that did not acquire a lock. Each message names the
 * key, what happened and what to do.
 */
public final class Refusals {

	private Refusals() {
	}

	static LockException busy(Waiter waiter, long now) {
		return busy(waiter, now, "");
	}

	static LockException busy(Waiter waiter, long now, String holder) {
		String key = waiter.terms().key();
		if (waiter.terms().triesOnce()) {
			return new LockNotAcquiredException(key, Reason.BUSY,
					"Lock '" + key
							+ "' is held by another caller, and waitTime is zero. Try again later, or set a waitTime.",
					null);
		}
		return new LockNotAcquiredException(key, Reason.BUSY,
				"Lock '" + key + "' was busy for " + Duration.ofNanos(now - waiter.askedAt()).toMillis() + " ms"
						+ (holder.isEmpty() ? "" : ": " + holder)
						+ ". Wait longer (waitTime), or find its holder with LockService.inspect",
				null);
	}

	static LockException conflict(Waiter.Terms terms, LockType used) {
		String key = terms.key();
		return new LockNotAcquiredException(key, Reason.TYPE_CONFLICT,
				"Lock '" + key + "' was not acquired: the request has type " + terms.type() + ", but locks of type "
						+ used + " use the key. Use one type for all callers of a key, or " + "different keys.",
				null);
	}

	static LockException upgrade(String key) {
		return new LockNotAcquiredException(key, Reason.UPGRADE, "Lock '" + key
				+ "' was not acquired: the caller holds the READ lock and asked for the WRITE lock, so it would wait for "
				+ "itself. Release the READ lock first, or acquire the WRITE lock before it.", null);
	}

	static LockException failed(Waiter waiter, StoreException failure) {
		return new LockServerException("Lock '" + waiter.terms().key() + "' was not acquired: " + failure.reason(),
				failure);
	}

	public static LockException notConnected(String key) {
		return new LockServerException("Lock '" + key + "' was not acquired: no connection to the lock server could be "
				+ "opened in time, so nothing was sent. Check whether the server runs, and spring.data.redis.*.", null);
	}

	public static LockException unanswered(String key) {
		return new LockServerException("Lock '" + key
				+ "' was not acquired: the lock server did not reply in time. Check whether it is slow, and whether this "
				+ "application has too little CPU time.", null);
	}

	static LockException unreleased(Waiter waiter) {
		return new LockServerException("Lock '" + waiter.terms().key()
				+ "' was not acquired: the lock server did not confirm the release by the previous holder, and waitTime"
				+ " is zero. Try again, or set a waitTime.", null);
	}

	public static LockException interrupted(String key) {
		return new LockNotAcquiredException(key, Reason.INTERRUPTED,
				"Lock '" + key + "' was not acquired: the thread was interrupted while it waited.", null);
	}

	public static LockException cancelled(String key) {
		return new LockNotAcquiredException(key, Reason.CANCELLED,
				"Lock '" + key + "' was not acquired: the request was canceled.", null);
	}

	public static LockException shutdown(String key) {
		return new LockNotAcquiredException(key, Reason.SHUTDOWN,
				"Lock '" + key + "' was not acquired: the lock service is shutting down or was shut down", null);
	}

}
