package io.lockstarter.annotation;

import io.lockstarter.LockNotAcquiredException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** What a call gets that does not get its lock. */
@FunctionalInterface
interface WhenBusy {

	/** The refusal itself. */
	WhenBusy THROW = (invocation, refusal) -> {
		throw refusal;
	};

	/**
	 * Answers in place of the method.
	 * @param invocation the call
	 * @param refusal why it did not get the lock
	 * @return what the caller gets
	 * @throws Throwable what the caller gets otherwise
	 */
	@Nullable Object answer(MethodInvocation invocation, LockNotAcquiredException refusal) throws Throwable;

	static WhenBusy skip(EmptyValue value) {
		return (invocation, refusal) -> value.get();
	}

}
