package io.lockstarter.annotation;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

import io.lockstarter.InvalidLockDefinitionException;
import org.aopalliance.intercept.MethodInterceptor;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.aspectj.MethodInvocationProceedingJoinPoint;
import org.springframework.util.ClassUtils;

/**
 * Locks methods of classes that are woven by AspectJ. This includes calls that do not
 * pass through a proxy: calls inside one object, and calls of private, final and static
 * methods. To use it, name it in {@code META-INF/aop.xml}; it need not be a bean. It does
 * not see an annotation that is only on an interface.
 * <p>
 * It uses the lock service of the application context that was started last.
 */
@Aspect
public final class DistributedLockAspect {

	// The weaver adds this method to an aspect.
	private static final boolean WOVEN = ClassUtils.hasMethod(DistributedLockAspect.class, "aspectOf");

	// The weaver creates the aspect, not Spring, so Spring cannot inject the interceptor.
	private static final AtomicReference<@Nullable MethodInterceptor> INTERCEPTOR = new AtomicReference<>();

	/**
	 * Sets the interceptor that locks woven methods.
	 * @param interceptor the interceptor
	 */
	public static void use(MethodInterceptor interceptor) {
		INTERCEPTOR.set(interceptor);
	}

	/**
	 * Ends the use of an interceptor, unless another one has replaced it.
	 * @param interceptor the interceptor
	 */
	public static void forget(MethodInterceptor interceptor) {
		INTERCEPTOR.compareAndSet(interceptor, null);
	}

	/**
	 * Returns whether AspectJ has woven this aspect.
	 * @return {@code true} if classes of this application may be woven
	 */
	public static boolean isWoven() {
		return WOVEN;
	}

	/**
	 * Returns whether a class has woven methods.
	 * @param type the class
	 * @return {@code true} if it was woven, and this aspect was among the aspects
	 */
	public static boolean hasWoven(Class<?> type) {
		return WOVEN && Arrays.stream(type.getDeclaredFields()).anyMatch((field) -> field.getName().startsWith("ajc$"));
	}

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
		MethodInterceptor interceptor = INTERCEPTOR.get();
		if (interceptor == null) {
			throw new InvalidLockDefinitionException("The lock of " + joinPoint.getSignature()
					+ " cannot be acquired: its class is woven, but no application context with the auto-configuration"
					+ " of lock-starter is running. Start one before the method is called, and set"
					+ " distributed-lock.enabled to true.", null);
		}
		return interceptor.invoke(new WovenInvocation(joinPoint));
	}

}
