package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.aop.definition.MethodProblems;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

/**
 * Holds the lock until the stage of the method is complete. The calling thread acquires
 * the lock and owns it while the method runs. If the stage is not complete then, the hold
 * is detached from the thread. Otherwise the next call of the thread would be nested in
 * it, and both would run at the same time. Each failure arrives in the stage of the
 * caller.
 */
final class StageReturn implements ReturnStyle.Strategy {

	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private final Executor completions;

	/**
	 * Creates a style.
	 * @param completions completes the stages of callers
	 */
	StageReturn(Executor completions) {
		this.completions = completions;
	}

	@Override
	public @Nullable ReturnStyle choose(ResolvableType returned, Method method, MethodProblems report) {
		Class<?> type = returned.resolve(Object.class);
		if (!CompletionStage.class.isAssignableFrom(type)) {
			return null;
		}
		if (!type.isAssignableFrom(CompletableFuture.class)) {
			report.method("returns " + type.getSimpleName(),
					"the lock must be released before the caller's stage completes, so the caller needs another stage, "
							+ "and a " + type.getSimpleName() + " cannot be created",
					"return CompletionStage or CompletableFuture");
		}
		UnfinishedWork work = new UnfinishedWork(returned, method);
		return (call, locks) -> run(call, locks, work);
	}

	private Object run(LockedCall call, LockAcquirer locks, UnfinishedWork work) {
		Object result;
		try {
			result = start(call, locks, work);
		}
		catch (InterruptedException ex) {
			// The caller does not receive the exception itself.
			Thread.currentThread().interrupt();
			result = CompletableFuture.failedFuture(ex);
		}
		catch (Throwable ex) {
			result = CompletableFuture.failedFuture(ex);
		}
		return (result != null) ? result : CompletableFuture.completedFuture(null);
	}

	private @Nullable Object start(LockedCall call, LockAcquirer locks, UnfinishedWork work) throws Throwable {
		CallHolds holds;
		try {
			holds = locks.acquire(call);
		}
		catch (LockNotAcquiredException ex) {
			return call.answer(ex);
		}
		Object result = holds.proceed();
		if (result instanceof CompletionStage<?> stage) {
			Object kept = keep(stage, holds, work);
			return kept;
		}
		holds.end();
		return result;
	}

	/**
	 * Keeps the hold of the current thread until a stage is complete.
	 * @param stage the stage of the method
	 * @param holds the hold
	 * @param work refuses values with other work
	 * @return the stage of the caller
	 */
	<T extends @Nullable Object> CompletableFuture<T> keep(CompletionStage<T> stage, CallHolds holds,
			UnfinishedWork work) {
		LockedStage<T> locked = new LockedStage<>(stage, holds, work, PATIENCE, this.completions);
		locked.start();
		return locked;
	}

}
