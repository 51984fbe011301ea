package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.aop.definition.MethodProblems;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

/**
 * Holds the lock until the stage of the method is complete. The caller receives its stage
 * at once, and no thread waits for the lock. The hold belongs to no thread. Otherwise the
 * next call on a thread would be nested in it, and both would run at the same time.
 */
final class StageReturn implements ReturnStyle, ReturnStyle.Strategy {

	private final Executor methods;

	private final Executor completions;

	/**
	 * Creates a style.
	 * @param methods runs the methods
	 * @param completions completes the stages of callers
	 */
	StageReturn(Executor methods, Executor completions) {
		this.methods = methods;
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
		// The thread of an asynchronous method waits for its stage anyway. A second
		// thread of the same executor might never be free.
		return FutureReturn.isAsync(method, report.targetClass()) ? this::runHere : this;
	}

	@Override
	public @Nullable Object run(LockedCall call, LockAcquirer locks) throws Throwable {
		if (locks.mayKeep()) {
			// The method must run inside the transaction of this thread.
			return runHere(call, locks);
		}
		PendingStage stage = new PendingStage(call.copy(), this.methods, this.completions);
		stage.start(locks);
		Object pending = stage;
		return pending;
	}

	/** Acquires the locks and calls the method on the current thread. */
	private @Nullable Object runHere(LockedCall call, LockAcquirer locks) throws Throwable {
		CallHolds holds;
		try {
			holds = locks.acquireForNoThread(call);
		}
		catch (LockNotAcquiredException ex) {
			return call.answer(ex);
		}
		Object result = holds.proceed();
		if (result instanceof CompletionStage<?> stage) {
			Object kept = keep(stage, holds);
			return kept;
		}
		holds.end();
		return result;
	}

	/**
	 * Keeps the hold until a stage is complete.
	 * @param stage the stage of the method
	 * @param holds the hold
	 * @return the stage of the caller
	 */
	<T extends @Nullable Object> CompletableFuture<T> keep(CompletionStage<T> stage, CallHolds holds) {
		LockedStage<T> locked = new LockedStage<>(stage, holds, this.completions);
		locked.start(true);
		return locked;
	}

}
