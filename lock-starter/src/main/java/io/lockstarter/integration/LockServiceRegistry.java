package io.lockstarter.integration;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.jspecify.annotations.Nullable;

import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * Gives Spring Integration the locks of this library: aggregators, leader initiators and
 * other components that need a {@code LockRegistry}.
 *
 * <p>
 * A lock is reentrant and belongs to its thread. It is renewed while it is held. A lock
 * that was acquired with a ttl of its own is not renewed: it ends after that time, unless
 * {@link #renewLock} is called. {@code unlock()} throws
 * {@link java.util.ConcurrentModificationException} if the lock was lost, as the
 * registries of Spring Integration do.
 */
public final class LockServiceRegistry implements RenewableLockRegistry<DistributedLock> {

	private static final int SMALLEST_PURGE = 64;

	private final LockService locks;

	private final String prefix;

	private final Map<ServiceLock.Place, ServiceLock.Holds> holds = new ConcurrentHashMap<>();

	private volatile int purgeAt = SMALLEST_PURGE;

	/**
	 * Creates a registry.
	 * @param locks the lock service
	 * @param prefix the beginning of all keys of this registry, such as
	 * {@code integration:}
	 */
	public LockServiceRegistry(LockService locks, String prefix) {
		this.locks = Objects.requireNonNull(locks, "locks");
		this.prefix = Objects.requireNonNull(prefix, "prefix");
	}

	/**
	 * Returns the lock of a key.
	 * @param lockKey the key; its text is used
	 * @return the lock; all locks of one key are equal and act as one lock
	 */
	@Override
	public DistributedLock obtain(Object lockKey) {
		return new ServiceLock(this, request(lockKey));
	}

	private LockRequest request(Object lockKey) {
		if (lockKey == null) {
			throw new IllegalArgumentException("The key of the lock is null: pass a text, for example");
		}
		return LockRequest.of(this.prefix + lockKey).withName(this.prefix + "*");
	}

	/**
	 * Checks that the current thread holds the lock. The lock is renewed in the
	 * background.
	 * @param lockKey the key
	 * @throws IllegalStateException if the thread does not hold it
	 */
	@Override
	public void renewLock(Object lockKey) {
		held(lockKey);
	}

	/**
	 * Extends a lock of the current thread.
	 * @param lockKey the key
	 * @param ttl the time from now
	 * @throws IllegalStateException if the thread does not hold it
	 */
	@Override
	public void renewLock(Object lockKey, Duration ttl) {
		held(lockKey).extend(ttl);
	}

	private LockHandle held(Object lockKey) {
		LockHandle handle = handle(request(lockKey).key());
		if (handle == null || !handle.isHeld()) {
			throw new IllegalStateException("Could not renew lock '" + lockKey
					+ "': this thread does not hold it. Acquire it first, on the same thread.");
		}
		return handle;
	}

	@Nullable LockHandle handle(String key) {
		ServiceLock.Holds stack = this.holds.get(ServiceLock.Place.of(key));
		return (stack != null) ? stack.last() : null;
	}

	/** Removes the entries of threads that have ended without unlocking. */
	void purge() {
		if (this.holds.size() >= this.purgeAt) {
			this.holds.keySet().removeIf((place) -> !place.thread().isAlive());
			this.purgeAt = Math.max(SMALLEST_PURGE, 2 * this.holds.size());
		}
	}

	LockService locks() {
		return this.locks;
	}

	Map<ServiceLock.Place, ServiceLock.Holds> holds() {
		return this.holds;
	}

}
