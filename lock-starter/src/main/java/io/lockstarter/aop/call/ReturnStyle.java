package io.lockstarter.aop.call;

import java.lang.reflect.Method;

import io.lockstarter.aop.definition.MethodProblems;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;

/**
 * Runs the calls of methods with one kind of return type. The style decides how the locks
 * are acquired, when the method is called, and when the locks are released. A new return
 * type is one class that implements this interface and its strategy.
 */
interface ReturnStyle {

	/**
	 * Runs one call. It acquires the locks, calls the method, and releases the locks when
	 * the work of the method is over.
	 * @param call the call with its locks
	 * @param locks acquires the locks
	 * @return the result for the caller
	 * @throws Throwable the exception of the method, the reason why a lock was not
	 * acquired, or the loss of a lock
	 */
	@Nullable Object run(LockedCall call, LockAcquirer locks) throws Throwable;

	/** Chooses the style of a method. The first strategy with a style decides. */
	@FunctionalInterface
	interface Strategy {

		/**
		 * Chooses the style of a method, once for each method.
		 * @param returned the return type, with its type variables resolved
		 * @param method the method
		 * @param report receives an error if the return type cannot work
		 * @return the style, or {@code null} to leave the method to the next strategy
		 */
		@Nullable ReturnStyle choose(ResolvableType returned, Method method, MethodProblems report);

	}

}
