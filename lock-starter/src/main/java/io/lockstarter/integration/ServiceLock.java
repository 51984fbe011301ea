package io.lockstarter.integration;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.engine.InternalHandle;
import io.lockstarter.internal.Limits;
import org.jspecify.annotations.Nullable;

import org.springframework.integration.support.locks.DistributedLock;

/** A lock of a {@link DistributedLockRegistry}. */
final class ServiceLock implements DistributedLock {

	private final DistributedLockRegistry registry;

	private final LockRequest request;

	ServiceLock(DistributedLockRegistry registry, LockRequest request) {
		this.registry = registry;
		this.request = request;
	}

	@Override
	public void lock() {
		lockUninterruptibly(this.request);
	}

	@Override
	public void lock(Duration ttl) {
		lockUninterruptibly(fixed(ttl));
	}

	private void lockUninterruptibly(LockRequest wanted) {
		boolean interrupted = Thread.interrupted();
		try {
			while (true) {
				try {
					lock(wanted);
					return;
				}
				catch (LockNotAcquiredException ex) {
					if (ex.reason() != Reason.INTERRUPTED) {
						throw ex;
					}
					interrupted = true;
					var unused = Thread.interrupted();
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		interruptibly(() -> {
			lock(this.request);
			return true;
		});
	}

	private void lock(LockRequest wanted) {
		LockRequest patient = wanted.withWaitTime(LockRequest.FOREVER);
		if (!enter((locks) -> Optional.of(locks.acquire(patient)))) {
			throw lost(holds().loss());
		}
	}

	@Override
	public boolean tryLock() {
		return tryEnter(this.request.withWaitTime(Duration.ZERO));
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		return tryLock(this.request, Duration.ofNanos(unit.toNanos(Math.max(0, time))));
	}

	@Override
	public boolean tryLock(Duration waitTime, Duration ttl) throws InterruptedException {
		return tryLock(fixed(ttl), waitTime.isNegative() ? Duration.ZERO : waitTime);
	}

	private boolean tryLock(LockRequest wanted, Duration wait) throws InterruptedException {
		Duration limit = (wait.compareTo(Limits.MAX_DURATION) > 0) ? LockRequest.FOREVER : wait;
		return interruptibly(() -> tryEnter(wanted.withWaitTime(limit)));
	}

	private boolean tryEnter(LockRequest wanted) {
		return enter((locks) -> locks.tryAcquire(wanted));
	}

	private static boolean interruptibly(BooleanSupplier acquire) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		try {
			return acquire.getAsBoolean();
		}
		catch (LockNotAcquiredException ex) {
			if (ex.reason() == Reason.INTERRUPTED) {
				var unused = Thread.interrupted();
				InterruptedException interrupt = new InterruptedException(ex.getMessage());
				interrupt.initCause(ex);
				throw interrupt;
			}
			throw ex;
		}
	}

	/** A ttl of its own is a fixed lease. */
	private LockRequest fixed(Duration ttl) {
		return this.request.withTtl(ttl).withRenew(false);
	}

	/**
	 * Acquires the lock. If this thread has lost it since an outer acquisition, the outer
	 * code must know. So the first acquisition after the loss fails, and only the next
	 * one acquires the lock again. Leader initiators of Spring Integration rely on this.
	 * @param acquire acquires the lock
	 * @return {@code false} if the lock is busy, or if this thread has lost it
	 */
	private boolean enter(Function<LockService, Optional<LockHandle>> acquire) {
		Holds holds = holds();
		LockHandle outer = holds.innermost();
		if (outer != null && !extend(holds, outer, Limits.MIN_TTL)) {
			return false;
		}
		Optional<LockHandle> entered = acquire.apply(this.registry.locks());
		if (outer != null && !outer.isHeld()) {
			// The lock was lost since, so this may be a new hold instead of a nested one.
			entered.ifPresent(LockHandle::release);
			return extend(holds, outer, Limits.MIN_TTL);
		}
		entered.ifPresent((handle) -> push(holds, handle));
		return entered.isPresent();
	}

	/**
	 * Extends a hold. It asks the lock server in any case, and never shortens the hold.
	 * @return {@code false} if the lock was lost
	 */
	private static boolean extend(Holds holds, LockHandle handle, Duration ttl) {
		try {
			handle.extend(ttl);
			return true;
		}
		catch (LockLostException ex) {
			holds.lose(ex);
			return false;
		}
	}

	private void push(Holds holds, LockHandle handle) {
		if (handle instanceof InternalHandle own) {
			// Otherwise the entry would keep the lock of a thread that has ended.
			own.bindToOwner();
		}
		this.registry.purge();
		holds.handles.push(handle);
		this.registry.holds().put(Place.of(this.request.key()), holds);
	}

	/**
	 * Extends a lock of this thread.
	 * @param ttl the time from now, or {@code null} for the configured ttl
	 */
	void renew(@Nullable Duration ttl) {
		Holds holds = holds();
		LockHandle handle = holds.innermost();
		if (handle == null) {
			throw new IllegalStateException("Could not renew lock '" + this.request.key()
					+ "': this thread does not hold it. Acquire it first, on the same thread.");
		}
		if (!((ttl != null) ? extend(holds, handle, ttl) : reenter(holds))) {
			throw new IllegalStateException("Could not renew: " + holds.loss().getMessage(), holds.loss());
		}
	}

	/** Extends the lock to the configured ttl, as each nested acquisition does. */
	private boolean reenter(Holds holds) {
		boolean entered = tryLock();
		if (entered) {
			holds.handles.pop().release();
		}
		return entered;
	}

	@Override
	public void unlock() {
		Holds holds = holds();
		if (holds.isEmpty()) {
			throw new IllegalStateException("Lock '" + this.request.key() + "' is not locked by thread "
					+ Thread.currentThread().getName() + ": call unlock() once per lock(), on the same thread");
		}
		LockHandle handle = holds.handles.poll();
		holds.lost -= (handle != null) ? 0 : 1;
		if (holds.isEmpty()) {
			this.registry.holds().remove(Place.of(this.request.key()));
		}
		if (handle == null) {
			throw lost(holds.loss());
		}
		try {
			handle.close();
		}
		catch (LockLostException ex) {
			throw lost(ex);
		}
	}

	private static ConcurrentModificationException lost(LockLostException loss) {
		return new ConcurrentModificationException(loss.getMessage(), loss);
	}

	private Holds holds() {
		Holds holds = this.registry.holds().get(Place.of(this.request.key()));
		return (holds != null) ? holds : new Holds();
	}

	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException(
				"Lock '" + this.request.key() + "' has no conditions: its waiters may be on other machines");
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof ServiceLock lock && lock.registry == this.registry && lock.request.equals(this.request);
	}

	@Override
	public int hashCode() {
		return this.request.hashCode();
	}

	@Override
	public String toString() {
		return "Lock[" + this.request.key() + "]";
	}

	/** A key that a thread has locked. Only the thread itself uses its entry. */
	record Place(String key, Thread thread) {

		static Place of(String key) {
			return new Place(key, Thread.currentThread());
		}

	}

	/** The entries of one thread into the lock of one key. */
	static final class Holds {

		/** The handles of one hold, the last one first. */
		private final Deque<LockHandle> handles = new ArrayDeque<>(1);

		/** The number of older entries whose hold was lost. */
		private int lost;

		private @Nullable LockLostException loss;

		@Nullable LockHandle innermost() {
			return this.handles.peek();
		}

		LockLostException loss() {
			return Objects.requireNonNull(this.loss, "loss");
		}

		boolean isEmpty() {
			return this.handles.isEmpty() && this.lost == 0;
		}

		void lose(LockLostException ex) {
			this.lost += this.handles.size();
			this.handles.clear();
			this.loss = ex;
		}

	}

}
