package io.lockstarter.annotation.invocation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.annotation.HoldKeeper;
import io.lockstarter.annotation.invocation.LockedCall.RequestedLock;
import io.lockstarter.internal.InternalHandle;
import org.jspecify.annotations.Nullable;

/** Acquires all locks of a call, or none. */
final class LockAcquirer {

	private final Supplier<LockService> service;

	private final Supplier<Duration> configuredWait;

	private final Supplier<HoldKeeper> keeper;

	private final Executor releases;

	private final LongSupplier nanoTime;

	/**
	 * Creates an acquirer.
	 * @param service the lock service, looked up for the first lock
	 * @param configuredWait the wait time of requests without a wait time
	 * @param keeper may keep a hold for longer than its call; looked up for the first
	 * lock
	 * @param releases performs the blocking releases after a failed asynchronous attempt
	 * @param nanoTime a monotonic clock
	 */
	LockAcquirer(Supplier<LockService> service, Supplier<Duration> configuredWait, Supplier<HoldKeeper> keeper,
			Executor releases, LongSupplier nanoTime) {
		this.service = service;
		this.configuredWait = configuredWait;
		this.keeper = keeper;
		this.releases = releases;
		this.nanoTime = nanoTime;
	}

	/**
	 * Acquires the locks of a call, blocking. The holds belong to the calling thread.
	 * @param call the call
	 * @return the holds
	 * @throws LockNotAcquiredException if one of the locks was not acquired
	 */
	CallHolds acquire(LockedCall call) {
		return kept(call, acquire(call, LockService::acquire));
	}

	/**
	 * Acquires the locks of a call, blocking. The holds belong to no thread.
	 * @param call the call
	 * @return the holds
	 * @throws LockNotAcquiredException if one of the locks was not acquired
	 */
	CallHolds acquireForNoThread(LockedCall call) {
		return kept(call, acquire(call, LockAcquirer::await));
	}

	/**
	 * Acquires the locks of a call without blocking. The holds belong to no thread. No
	 * keeper is called, since another thread than the caller's completes the future.
	 * @param call the call
	 * @return a future that completes with the holds, or with the reason why one of the
	 * locks was not acquired; canceling it ends the attempt
	 */
	CompletableFuture<CallHolds> acquireAsync(LockedCall call) {
		return new AsyncLockAcquirer(this, call, this.nanoTime.getAsLong(), this.releases).start();
	}

	private List<LockHandle> acquire(LockedCall call, BiFunction<LockService, LockRequest, LockHandle> method) {
		LockService locks = this.service.get();
		if (call.requested().size() == 1) {
			LockRequest request = call.requested().get(0).request();
			return List.of(required(method.apply(locks, request), locks, request));
		}
		List<LockHandle> acquired = new ArrayList<>(call.requested().size());
		try {
			long start = this.nanoTime.getAsLong();
			for (RequestedLock lock : call.requested()) {
				LockRequest request = waitingSince(start, lock.request());
				acquired.add(required(method.apply(locks, request), locks, request));
			}
			// A fixed lease may have expired during the wait for a later key.
			acquired.forEach(LockHandle::ensureHeld);
			return acquired;
		}
		catch (RuntimeException | Error ex) {
			releaseUnused(acquired, ex);
			throw ex;
		}
	}

	private static LockHandle await(LockService locks, LockRequest request) {
		CompletableFuture<LockHandle> future = required(locks.acquireAsync(request), locks, request)
			.toCompletableFuture();
		try {
			return future.get();
		}
		catch (InterruptedException ex) {
			if (!future.cancel(false) && !future.isCompletedExceptionally()) {
				InternalHandle.releaseUnused(future.join());
			}
			Thread.currentThread().interrupt();
			throw new LockNotAcquiredException(request.key(), Reason.INTERRUPTED,
					"The thread was interrupted while it waited for lock '" + request.key() + "'", ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException cause) {
				throw cause;
			}
			throw new CompletionException(ex.getCause());
		}
	}

	/** Starts to acquire one lock of a call, without blocking. */
	CompletionStage<LockHandle> attempt(LockRequest request, long start) {
		LockService locks = this.service.get();
		LockRequest waiting = waitingSince(start, request);
		return required(locks.acquireAsync(waiting), locks, waiting);
	}

	private LockRequest waitingSince(long start, LockRequest request) {
		Duration asked = request.waitTime();
		Duration wait = (asked != null) ? asked : this.configuredWait.get();
		if (wait.equals(LockRequest.FOREVER)) {
			return request.withWaitTime(wait);
		}
		Duration left = wait.minusNanos(this.nanoTime.getAsLong() - start);
		return request.withWaitTime(left.isNegative() ? Duration.ZERO : left);
	}

	private CallHolds kept(LockedCall call, List<LockHandle> acquired) {
		CallHolds holds = new CallHolds(call, acquired);
		try {
			holds.keep(this.keeper.get());
		}
		catch (RuntimeException | Error ex) {
			releaseUnused(acquired, ex);
			throw ex;
		}
		call.fillIn(holds.handle());
		return holds;
	}

	/** Releases locks that protected no work, so {@code minHold} has no effect. */
	static void releaseUnused(List<LockHandle> acquired, Throwable failure) {
		for (int i = acquired.size() - 1; i >= 0; i--) {
			try {
				InternalHandle.releaseUnused(acquired.get(i));
			}
			catch (RuntimeException | Error ex) {
				failure.addSuppressed(ex);
			}
		}
	}

	private static <T> T required(@Nullable T result, LockService service, LockRequest request) {
		if (result == null) {
			throw new IllegalStateException("The lock service returned null for lock '" + request.key() + "': "
					+ service.getClass().getName() + " is probably a mock without behavior. Stub it: "
					+ "when(locks.acquire(any(LockRequest.class))).thenReturn(mock(LockHandle.class)), and for "
					+ "methods that return a CompletionStage when(locks.acquireAsync(any(LockRequest.class)))"
					+ ".thenReturn(CompletableFuture.completedFuture(mock(LockHandle.class))). Or remove the mock "
					+ "and set distributed-lock.store=memory, which has real locks without Redis.");
		}
		return result;
	}

}
