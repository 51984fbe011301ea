package io.lockstarter.annotation;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * For a declared type that does not tell what is returned, such as {@code Object} or a
 * type variable. The call is over when the method returns; where it returns a stage, when
 * that is complete. The lock is acquired before the result is known, so the hold belongs
 * to the calling thread; it is detached from that thread where the result is a stage.
 */
final class OpenReturn implements ReturnStyle {

	private final Class<?> declared;

	private final StageReturn stages;

	OpenReturn(Class<?> declared, StageReturn stages) {
		this.declared = declared;
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
			holding.handle().detach();
			Object kept = this.stages.keep(stage, holding);
			return this.declared.isInstance(kept) ? kept : result;
		}
		if (result != null && goesOn(result)) {
			throw holding.end(new InvalidLockDefinitionException("The method "
					+ invocation.getMethod().toGenericString() + " returned a " + result.getClass().getName()
					+ ", whose work is not over, so its lock would not cover it. " + ReturnStyles.FIX, null));
		}
		holding.end();
		return result;
	}

	private static boolean goesOn(Object result) {
		return (result instanceof Future<?> future) ? !future.isDone() : ReturnStyles.isLater(result.getClass());
	}

}
