package io.lockstarter.annotation;

import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a lock service that returns {@code null}, which is probably a mock without
 * behavior.
 */
final class UnstubbedMock {

	private UnstubbedMock() {
	}

	static <T> T requireResult(@Nullable T result, LockService service, LockRequest request) {
		if (result == null) {
			throw new IllegalStateException("The lock service returned null for lock '" + request.key() + "': "
					+ service.getClass().getName() + " is probably a mock without behavior. Stub it: "
					+ "when(locks.acquire(any(LockRequest.class))).thenReturn(mock(LockHandle.class)), and for "
					+ "methods that return a CompletionStage when(locks.acquireAsync(any(LockRequest.class)))"
					+ ".thenReturn(CompletableFuture.completedFuture(mock(LockHandle.class))). Or leave the mock out "
					+ "and set distributed-lock.store=memory, which has real locks without Redis.");
		}
		return result;
	}

}
