package io.lockstarter.integration;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import io.lockstarter.LockRequest;
import io.lockstarter.LockService;

import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * Gives Spring Integration the locks of this library: aggregators, leader initiators and
 * other components that need a {@code LockRegistry}.
 *
 * <p>
 * A lock is reentrant and belongs to its thread. It is renewed while it is held. A lock
 * that was acquired with a ttl of its own is not renewed: it ends after that time, unless
 * {@link #renewLock} is called.
 *
 * <p>
 * A nested acquisition asks the lock server whether the lock is still held. If the lock
 * was lost, {@code tryLock()} returns {@code false} once, and {@code lock()} throws
 * {@link java.util.ConcurrentModificationException} once. {@code unlock()} of a lost lock
 * throws this exception, too. {@code unlock()} without a lock throws
 * {@link IllegalStateException}, as {@code RedisLockRegistry} does.
 */
public final class DistributedLockRegistry implements RenewableLockRegistry<DistributedLock> {

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
	public DistributedLockRegistry(LockService locks, String prefix) {
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
	 * Extends a lock of the current thread that was acquired with a ttl of its own to the
	 * configured ttl. Other locks are renewed in the background. For them, this only asks
	 * the lock server whether they are still held.
	 * @param lockKey the key
	 * @throws IllegalStateException if the thread does not hold it
	 */
	@Override
	public void renewLock(Object lockKey) {
		new ServiceLock(this, request(lockKey)).renew(null);
	}

	/**
	 * Extends a lock of the current thread.
	 * @param lockKey the key
	 * @param ttl the time from now
	 * @throws IllegalStateException if the thread does not hold it
	 */
	@Override
	public void renewLock(Object lockKey, Duration ttl) {
		new ServiceLock(this, request(lockKey)).renew(Objects.requireNonNull(ttl, "ttl"));
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
