package io.lockstarter.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** How long a call lasts, by what its method returns. */
interface ReturnStyle {

	/**
	 * Acquires one key, blocking the caller.
	 * @param service the lock service
	 * @param request what is wanted
	 * @return the hold
	 */
	LockHandle acquire(LockService service, LockRequest request);

	/**
	 * Calls the method under the hold and ends the hold when the call is over.
	 * @param invocation the call
	 * @param holding the hold
	 * @return what the caller gets
	 * @throws Throwable what the method throws, or the loss of the lock
	 */
	@Nullable Object proceed(MethodInvocation invocation, Holding holding) throws Throwable;

	/** Whether a {@link CompletableFuture} can be returned for it. */
	static boolean isFuture(Class<?> type) {
		return type == CompletableFuture.class || type == CompletionStage.class || type == Future.class;
	}

}
