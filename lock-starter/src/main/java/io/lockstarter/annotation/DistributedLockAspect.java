package io.lockstarter.annotation;

import java.util.concurrent.atomic.AtomicReference;

import io.lockstarter.InvalidLockDefinitionException;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.aspectj.MethodInvocationProceedingJoinPoint;

/**
 * Locks methods of classes that are woven by AspectJ, for calls that pass no proxy:
 * inside one object, and of private, final and static methods. To use it, name it in
 * {@code META-INF/aop.xml}; it need not be a bean. It does not see an annotation that
 * stands on an interface only.
 * <p>
 * It uses the lock service of the application context that was started last.
 */
@Aspect
public final class DistributedLockAspect {

	// The weaver makes the aspect, not Spring; so it has to find Spring's part by itself.
	private static final AtomicReference<@Nullable LockInterceptor> INTERCEPTOR = new AtomicReference<>();

	/**
	 * Lets woven methods take their locks by this interceptor.
	 * @param interceptor the interceptor
	 */
	public static void use(LockInterceptor interceptor) {
		INTERCEPTOR.set(interceptor);
	}

	static void forget(LockInterceptor interceptor) {
		INTERCEPTOR.compareAndSet(interceptor, null);
	}

	/**
	 * Runs a woven method under its locks.
	 * @param joinPoint the call
	 * @return what the method returns
	 * @throws Throwable what it throws
	 */
	@Around("execution(@io.lockstarter.DistributedLock * *(..)) || execution(@io.lockstarter.DistributedLocks * *(..))"
			+ " || execution(@(@io.lockstarter.DistributedLock *) * *(..))"
			+ " || execution(@(@io.lockstarter.DistributedLocks *) * *(..))"
			+ " || (execution(public !static * *(..)) && (within(@io.lockstarter.DistributedLock *)"
			+ " || within(@io.lockstarter.DistributedLocks *) || within(@(@io.lockstarter.DistributedLock *) *)"
			+ " || within(@(@io.lockstarter.DistributedLocks *) *)))")
	public @Nullable Object lock(ProceedingJoinPoint joinPoint) throws Throwable {
		if (joinPoint instanceof MethodInvocationProceedingJoinPoint) {
			// A proxy, where the aspect was made a bean: there is an advisor for those.
			return joinPoint.proceed();
		}
		LockInterceptor interceptor = INTERCEPTOR.get();
		if (interceptor == null) {
			throw new InvalidLockDefinitionException("No lock can be taken for " + joinPoint.getSignature()
					+ ": its class is woven, but no application context with the auto-configuration of lock-starter"
					+ " is running. Start one before the method is called, and set distributed-lock.enabled to true.",
					null);
		}
		return interceptor.invokeWoven(new WovenInvocation(joinPoint));
	}

}
