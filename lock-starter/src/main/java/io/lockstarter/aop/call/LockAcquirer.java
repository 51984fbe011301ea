package io.lockstarter.aop.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.aop.HoldKeeper;
import io.lockstarter.engine.InternalHandle;
import io.lockstarter.engine.InternalLockService;
import org.jspecify.annotations.Nullable;

/** Acquires all locks of a call, or none. */
final class LockAcquirer {

	private final Supplier<LockService> service;

	private final Supplier<HoldKeeper> keeper;

	/**
	 * Creates an acquirer.
	 * @param service the lock service, looked up for the first lock
	 * @param keeper may keep a hold for longer than its call; looked up for the first
	 * lock
	 */
	LockAcquirer(Supplier<LockService> service, Supplier<HoldKeeper> keeper) {
		this.service = service;
		this.keeper = keeper;
	}

	/**
	 * Runs the customizers. A call does this once, on the thread of its caller.
	 * @param request the request of an annotation
	 * @return the request to acquire
	 */
	LockRequest customized(LockRequest request) {
		return InternalLockService.customized(this.service.get(), request);
	}

	/**
	 * Acquires the locks of a call, blocking. The holds belong to the calling thread.
	 * @param call the call
	 * @return the holds
	 * @throws LockNotAcquiredException if one of the locks was not acquired
	 */
	CallHolds acquire(LockedCall call) {
		LockService locks = this.service.get();
		return kept(call, required(InternalLockService.acquire(locks, call.requests()), locks, call));
	}

	/**
	 * Acquires the locks of a call without blocking. The holds belong to no thread. No
	 * keeper is called, since another thread than the caller's completes the future.
	 * @param call the call
	 * @param owner the owner of the holds
	 * @return a future that completes with the holds, or with the reason why one of the
	 * locks was not acquired; canceling it ends the attempt
	 */
	CompletableFuture<CallHolds> acquireAsync(LockedCall call, Object owner) {
		CompletableFuture<CallHolds> result = new CompletableFuture<>();
		try {
			CompletionStage<LockHandle> attempt = start(call, owner);
			LockService locks = this.service.get();
			var unused = attempt.whenComplete((handle, failure) -> {
				if (handle != null) {
					acquired(call, handle, result);
				}
				else {
					result.completeExceptionally((failure != null) ? Failures.unwrap(failure) : noResult(locks, call));
				}
			});
			var unusedToo = result.whenComplete((holds, failure) -> LockedStage.cancel(attempt, false));
		}
		catch (RuntimeException | Error ex) {
			result.completeExceptionally(ex);
		}
		return result;
	}

	private CompletionStage<LockHandle> start(LockedCall call, Object owner) {
		LockService locks = this.service.get();
		return required(InternalLockService.acquireAsync(locks, call.requests(), owner), locks, call);
	}

	private static void acquired(LockedCall call, LockHandle handle, CompletableFuture<CallHolds> result) {
		CallHolds holds = new CallHolds(call, handle);
		call.fillIn(handle);
		if (!result.complete(holds)) {
			// The call was canceled after the attempt had already succeeded.
			InternalHandle.releaseUnused(handle);
		}
	}

	private CallHolds kept(LockedCall call, LockHandle handle) {
		CallHolds holds = new CallHolds(call, handle);
		try {
			holds.keep(this.keeper.get());
		}
		catch (RuntimeException | Error ex) {
			try {
				InternalHandle.releaseUnused(handle);
			}
			catch (RuntimeException | Error more) {
				ex.addSuppressed(more);
			}
			throw ex;
		}
		call.fillIn(handle);
		return holds;
	}

	private static <T> T required(@Nullable T result, LockService service, LockedCall call) {
		if (result == null) {
			throw noResult(service, call);
		}
		return result;
	}

	private static IllegalStateException noResult(LockService service, LockedCall call) {
		String argument = (call.requested().size() == 1) ? "any(LockRequest.class)" : "anyCollection()";
		return new IllegalStateException("The lock service returned null for lock '" + call.requests().get(0).key()
				+ "': " + service.getClass().getName()
				+ " is probably a mock without behavior. Stub it: when(locks.acquire(" + argument
				+ ")).thenReturn(mock(LockHandle.class)), and for methods that return a reactive type when(locks.acquireAsync("
				+ argument
				+ ")).thenReturn(CompletableFuture.completedFuture(mock(LockHandle.class))). Or remove the mock "
				+ "and set distributed-lock.store=memory, which has real locks without Redis.");
	}

}
