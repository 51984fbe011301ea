package io.lockstarter.integration;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Supplier;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.InternalHandle;
import org.jspecify.annotations.Nullable;

import org.springframework.integration.support.locks.DistributedLock;

/** A lock of a {@link LockServiceRegistry}. */
final class ServiceLock implements DistributedLock {

	private final LockServiceRegistry registry;

	private final LockRequest request;

	ServiceLock(LockServiceRegistry registry, LockRequest request) {
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
					push(this.registry.locks().acquire(wanted.withWaitTime(LockRequest.FOREVER)));
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
		interruptibly(() -> Optional.of(this.registry.locks().acquire(this.request.withWaitTime(LockRequest.FOREVER))));
	}

	@Override
	public boolean tryLock() {
		Optional<LockHandle> handle = this.registry.locks().tryAcquire(this.request.withWaitTime(Duration.ZERO));
		handle.ifPresent(this::push);
		return handle.isPresent();
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
		Duration limit = (wait.compareTo(LockRequest.MAX_DURATION) > 0) ? LockRequest.FOREVER : wait;
		return interruptibly(() -> this.registry.locks().tryAcquire(wanted.withWaitTime(limit)));
	}

	private boolean interruptibly(Supplier<Optional<LockHandle>> acquire) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		try {
			Optional<LockHandle> handle = acquire.get();
			handle.ifPresent(this::push);
			return handle.isPresent();
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

	private void push(LockHandle handle) {
		if (handle instanceof InternalHandle own) {
			// Otherwise the entry would keep the lock of a thread that has ended.
			own.bindToOwner();
		}
		this.registry.purge();
		this.registry.holds().computeIfAbsent(Place.of(this.request.key()), (place) -> new Holds()).handles
			.push(handle);
	}

	@Override
	public void unlock() {
		Place place = Place.of(this.request.key());
		Holds stack = this.registry.holds().get(place);
		if (stack == null) {
			throw new IllegalMonitorStateException("Lock '" + this.request.key() + "' is not locked by thread "
					+ Thread.currentThread().getName() + ": call unlock() once per lock(), on the same thread");
		}
		LockHandle handle = stack.handles.pop();
		if (stack.handles.isEmpty()) {
			this.registry.holds().remove(place);
		}
		try {
			handle.close();
		}
		catch (LockLostException ex) {
			ConcurrentModificationException lost = new ConcurrentModificationException(ex.getMessage());
			lost.initCause(ex);
			throw lost;
		}
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

	/** The handles of one thread for one key, the last one first. */
	static final class Holds {

		private final Deque<LockHandle> handles = new ArrayDeque<>(1);

		@Nullable LockHandle last() {
			return this.handles.peek();
		}

	}

}
