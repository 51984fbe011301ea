package io.lockstarter.aop.definition;

import io.lockstarter.LockNotAcquiredException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Decides what the caller receives when the lock is busy. */
@FunctionalInterface
public interface WhenBusy {

	/** Throws the refusal. */
	WhenBusy THROW = (invocation, refusal) -> {
		throw refusal;
	};

	/**
	 * Produces the result in place of the method.
	 * @param invocation the call
	 * @param refusal the reason why the lock was not acquired
	 * @return the result for the caller
	 * @throws Throwable the exception for the caller
	 */
	@Nullable Object answer(MethodInvocation invocation, LockNotAcquiredException refusal) throws Throwable;

}
