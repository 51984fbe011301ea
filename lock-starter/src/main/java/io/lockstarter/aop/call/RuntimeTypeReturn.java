package io.lockstarter.aop.call;

import java.util.concurrent.CompletionStage;

import io.lockstarter.LockNotAcquiredException;
import org.jspecify.annotations.Nullable;

/**
 * Handles a declared type that does not show the actual type of the result, such as
 * {@code Object}, a type variable, or a class with subclasses. The call is over when the
 * method returns. If the result is a stage, the call is over when the stage is complete.
 * The result is not known when the call fails, so the caller receives the exception
 * itself.
 */
final class RuntimeTypeReturn implements ReturnStyle {

	private final Class<?> declared;

	private final UnfinishedWork work;

	private final StageReturn stages;

	/**
	 * Creates a style.
	 * @param declared the declared return type
	 * @param work refuses results with other work
	 * @param stages keeps the hold until a stage is complete
	 */
	RuntimeTypeReturn(Class<?> declared, UnfinishedWork work, StageReturn stages) {
		this.declared = declared;
		this.work = work;
		this.stages = stages;
	}

	@Override
	public @Nullable Object run(LockedCall call, LockAcquirer locks) throws Throwable {
		CallHolds holds;
		try {
			holds = locks.acquire(call);
		}
		catch (LockNotAcquiredException ex) {
			return call.answer(ex);
		}
		Object result = holds.proceed();
		if (result instanceof CompletionStage<?> stage) {
			Object kept = this.stages.keep(stage, holds, this.work);
			return this.declared.isInstance(kept) ? kept : result;
		}
		try {
			this.work.refuse(result);
		}
		catch (Throwable ex) {
			throw holds.end(ex);
		}
		holds.end();
		return result;
	}

}
