package io.lockstarter.aop.call;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockNotAcquiredException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * Handles a declared type that does not show the actual type of the result, such as
 * {@code Object}, a type variable, or a class with subclasses. The call is over when the
 * method returns. If the result is a stage, the call is over when the stage is complete.
 * The result is not known when the call fails, so the caller receives the exception
 * itself.
 */
final class RuntimeTypeReturn implements ReturnStyle {

	private final Class<?> declared;

	private final Class<?> content;

	private final StageReturn stages;

	/** Classes whose objects neither represent work nor contain it. */
	private final Map<Class<?>, Boolean> ordinary = new ConcurrentReferenceHashMap<>(4);

	/**
	 * Creates a style.
	 * @param declared the declared return type
	 * @param content the declared type of the content if the type is a container,
	 * otherwise the same type
	 * @param stages keeps the hold until a stage is complete
	 */
	RuntimeTypeReturn(Class<?> declared, Class<?> content, StageReturn stages) {
		this.declared = declared;
		this.content = content;
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
			Object kept = this.stages.keep(stage, holds);
			return this.declared.isInstance(kept) ? kept : result;
		}
		Object content;
		try {
			content = unfinished(result);
		}
		catch (Throwable ex) {
			// A getter of the application that returns the content may throw.
			throw holds.end(ex);
		}
		if (content != null) {
			throw holds.end(new InvalidLockDefinitionException("The method "
					+ call.invocation().getMethod().toGenericString() + " returned a " + content.getClass().getName()
					+ ". Its work is not over, so the lock would not cover it. Fix: " + fix(content), null));
		}
		holds.end();
		return result;
	}

	private static String fix(Object content) {
		return ReturnStyles.isReactive(content.getClass())
				? "declare the reactive type as the return type of the method, without a container" : ReturnStyles.FIX;
	}

	/** Returns the result, or its content, if its work is not over. */
	private @Nullable Object unfinished(@Nullable Object result) {
		Object content = isOrdinary(result) ? null : ReturnStyles.content(result);
		return (content != null && goesOn(content)) ? content : null;
	}

	private boolean isOrdinary(@Nullable Object result) {
		return result == null || this.ordinary.computeIfAbsent(result.getClass(),
				(type) -> !isWork(type) && !ReturnStyles.isContainer(type));
	}

	private boolean goesOn(Object content) {
		return (content instanceof Future<?> future) ? !future.isDone() : isWork(content.getClass());
	}

	// A Callable of a declared type need not represent the work of the method.
	private boolean isWork(Class<?> type) {
		return Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)
				|| ReturnStyles.isAsynchronous(type)
				|| (this.content == Object.class && Callable.class.isAssignableFrom(type));
	}

}
