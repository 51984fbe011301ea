package io.lockstarter.aop;

import io.lockstarter.InvalidLockDefinitionException;
import org.aopalliance.intercept.MethodInterceptor;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.aspectj.MethodInvocationProceedingJoinPoint;

/**
 * Locks methods of classes that are woven by AspectJ. This includes calls that do not
 * pass through a proxy: calls inside one object, and calls of private, final and static
 * methods. To use it, name it in {@code META-INF/aop.xml}; it need not be a bean. It does
 * not see an annotation that is only on an interface.
 * <p>
 * A bean is locked by the lock service of its own application context. All other calls,
 * such as those of static methods and of objects that are not beans, are locked by the
 * context that was started last.
 */
@Aspect
public final class DistributedLockAspect {

	/**
	 * Runs a woven method under its locks.
	 * @param joinPoint the call
	 * @return the result of the method
	 * @throws Throwable the exception of the method
	 */
	@Around("execution(@io.lockstarter.DistributedLock * *(..)) || execution(@io.lockstarter.DistributedLocks * *(..))"
			+ " || execution(@(@io.lockstarter.DistributedLock *) * *(..))"
			+ " || execution(@(@io.lockstarter.DistributedLocks *) * *(..))"
			+ " || (execution(public !static * *(..)) && (within(@io.lockstarter.DistributedLock *)"
			+ " || within(@io.lockstarter.DistributedLocks *) || within(@(@io.lockstarter.DistributedLock *) *)"
			+ " || within(@(@io.lockstarter.DistributedLocks *) *)))")
	public @Nullable Object lock(ProceedingJoinPoint joinPoint) throws Throwable {
		if (joinPoint instanceof MethodInvocationProceedingJoinPoint) {
			// The aspect was made a bean, so a proxy called it. The advisor locks such
			// calls.
			return joinPoint.proceed();
		}
		MethodInterceptor interceptor = WovenClasses.interceptor(joinPoint.getThis());
		if (interceptor == null) {
			throw new InvalidLockDefinitionException("The lock of " + joinPoint.getSignature()
					+ " cannot be acquired: its class is woven, but no application context with the auto-configuration"
					+ " of lock-starter is running. Start one before the method is called, and set"
					+ " distributed-lock.enabled to true.", null);
		}
		return interceptor.invoke(new WovenInvocation(joinPoint));
	}

}
