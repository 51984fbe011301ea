package io.lockstarter.annotation;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;

import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.internal.InternalHandle;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * The call is over when the stage that the method returned is complete. The hold belongs
 * to no thread: otherwise the next call on this thread would be nested in it, and run
 * beside it.
 */
final class StageReturn implements ReturnStyle {

	private final Executor completions;

	/**
	 * Makes one.
	 * @param completions completes the stages of callers
	 */
	StageReturn(Executor completions) {
		this.completions = completions;
	}

	@Override
	public LockHandle acquire(LockService service, LockRequest request) {
		CompletableFuture<LockHandle> future = UnstubbedMock
			.requireResult(service.acquireAsync(request), service, request)
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

	@Override
	public @Nullable Object proceed(MethodInvocation invocation, Holding holding) throws Throwable {
		Object result = holding.proceed(invocation);
		if (result instanceof CompletionStage<?> stage) {
			Object kept = keep(stage, holding);
			return kept;
		}
		holding.end();
		return result;
	}

	/**
	 * Keeps the hold until a stage is complete.
	 * @param stage the stage of the method
	 * @param holding the hold
	 * @return the stage of the caller
	 */
	<T extends @Nullable Object> CompletableFuture<T> keep(CompletionStage<T> stage, Holding holding) {
		LockedStage<T> locked = new LockedStage<>(stage, holding, this.completions);
		try {
			locked.start();
		}
		catch (RuntimeException ex) {
			holding.end(ex);
			throw ex;
		}
		return locked;
	}

	/** A stage's failure without the wrappings that stages put around it. */
	static Throwable unwrap(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : null;
		return (cause != null && !(cause instanceof CancellationException)) ? cause : failure;
	}

}
