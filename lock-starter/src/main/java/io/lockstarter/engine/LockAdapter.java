package io.lockstarter.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.internal.Limits;

/** Adapts the lock service to {@link Lock}. */
final class LockAdapter implements Lock {

	private final LockRequest request;

	private final LockEngine engine;

	private final AdapterHolds holds;

	LockAdapter(LockRequest request, LockEngine engine, AdapterHolds holds) {
		this.request = request;
		this.engine = engine;
		this.holds = holds;
	}

	@Override
	public void lock() {
		push(this.engine.acquireUninterruptibly(this.request));
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		push(this.engine.acquireInterruptibly(this.request));
	}

	@Override
	public boolean tryLock() {
		Optional<LockHandle> handle = this.engine.tryOnce(this.request);
		handle.ifPresent(this::push);
		return handle.isPresent();
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		if (time <= 0) {
			return tryLock();
		}
		Duration waitTime = Duration.ofNanos(unit.toNanos(time));
		LockRequest timed = this.request
			.withWaitTime((waitTime.compareTo(Limits.MAX_DURATION) > 0) ? LockRequest.FOREVER : waitTime);
		try {
			push(this.engine.acquireInterruptibly(timed));
			return true;
		}
		catch (LockNotAcquiredException ex) {
			if (ex.reason() == LockNotAcquiredException.Reason.BUSY) {
				return false;
			}
			throw ex;
		}
	}

	private void push(LockHandle handle) {
		try {
			this.holds.push(this.request, handle);
			if (handle instanceof DefaultLockHandle own) {
				own.bindToOwner();
			}
		}
		catch (RuntimeException | Error ex) {
			handle.release();
			throw ex;
		}
	}

	@Override
	public void unlock() {
		LockHandle handle = this.holds.pop(this.request);
		if (handle == null) {
			throw new IllegalMonitorStateException("Lock '" + this.request.key() + "' is not locked by thread "
					+ Thread.currentThread().getName() + ": call unlock() once per lock(), on the same thread");
		}
		handle.close();
	}

	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException(
				"Lock '" + this.request.key() + "' has no conditions: its waiters may be on other machines");
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof LockAdapter lock && lock.engine == this.engine && lock.request.equals(this.request);
	}

	@Override
	public int hashCode() {
		return this.request.hashCode();
	}

	@Override
	public String toString() {
		return "Lock[" + this.request.key() + "]";
	}

}
