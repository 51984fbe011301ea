package io.lockstarter.annotation;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.internal.InternalHandle;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * For a declared type that does not tell what is returned, such as {@code Object}, a type
 * variable or a class with subclasses. The call is over when the method returns; where it
 * returns a stage, when that is complete. The lock is acquired before the result is
 * known, so the hold belongs to the calling thread; it is detached from that thread where
 * the result is a stage.
 */
final class OpenReturn implements ReturnStyle {

	private final Class<?> declared;

	private final Class<?> content;

	private final StageReturn stages;

	/** Classes whose objects neither stand for work nor contain any. */
	private final Map<Class<?>, Boolean> ordinary = new ConcurrentReferenceHashMap<>(4);

	/**
	 * Makes one.
	 * @param declared the type that the method declares
	 * @param content the declared type of its content, if it is a container; else the
	 * same
	 * @param stages keeps the hold until a stage is complete
	 */
	OpenReturn(Class<?> declared, Class<?> content, StageReturn stages) {
		this.declared = declared;
		this.content = content;
		this.stages = stages;
	}

	@Override
	public LockHandle acquire(LockService service, LockRequest request) {
		return service.acquire(request);
	}

	@Override
	public @Nullable Object proceed(MethodInvocation invocation, Holding holding) throws Throwable {
		Object result = holding.proceed(invocation);
		if (result instanceof CompletionStage<?> stage) {
			InternalHandle.detach(holding.handle());
			Object kept = this.stages.keep(stage, holding);
			return this.declared.isInstance(kept) ? kept : result;
		}
		Object content;
		try {
			content = unfinished(result);
		}
		catch (Throwable ex) {
			// A method of the application that returns the content may fail.
			throw holding.end(ex);
		}
		if (content != null) {
			throw holding.end(new InvalidLockDefinitionException("The method "
					+ invocation.getMethod().toGenericString() + " returned a " + content.getClass().getName()
					+ ", whose work is not over, so its lock would not cover it. " + ReturnStyles.FIX, null));
		}
		holding.end();
		return result;
	}

	/** Returns the result, or its content, if its work goes on. */
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

	// An object of a declared type may be callable for reasons of its own.
	private boolean isWork(Class<?> type) {
		return Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)
				|| ReturnStyles.isAsynchronous(type)
				|| (this.content == Object.class && Callable.class.isAssignableFrom(type));
	}

}
