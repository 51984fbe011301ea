package io.lockstarter;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

/**
 * Decides what the caller of an annotated method receives if the lock is busy. It is a
 * bean, and it applies to all annotations that define neither {@code onBusy} nor
 * {@code fallbackMethod}. An example is an exception that becomes the status 409.
 */
@FunctionalInterface
public interface BusyHandler {

	/**
	 * Produces the result in place of the method.
	 * @param method the annotated method
	 * @param arguments the arguments of the call
	 * @param refusal the reason why the lock was not acquired
	 * @return the result for the caller. It must fit the return type of the method.
	 * @throws Throwable the exception for the caller, for example the refusal
	 */
	@Nullable Object handle(Method method, @Nullable Object[] arguments, LockNotAcquiredException refusal) throws Throwable;

}
