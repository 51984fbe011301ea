package io.lockstarter.aop;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Knows whether classes are woven, and provides their interceptor. It works without
 * AspectJ on the class path, which an application with proxies only may exclude.
 */
public final class WovenClasses {

	private static final boolean ASPECTJ = ClassUtils.isPresent("org.aspectj.lang.ProceedingJoinPoint",
			WovenClasses.class.getClassLoader());

	// The weaver adds this method to an aspect.
	private static final boolean WOVEN = ASPECTJ && ClassUtils.hasMethod(DistributedLockAspect.class, "aspectOf");

	// The weaver creates the aspect, not Spring, so Spring cannot inject the interceptor.
	private static final AtomicReference<@Nullable MethodInterceptor> INTERCEPTOR = new AtomicReference<>();

	private WovenClasses() {
	}

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
	 * Returns whether AspectJ has woven {@link DistributedLockAspect}.
	 * @return {@code true} if classes of this application may be woven
	 */
	public static boolean exist() {
		return WOVEN;
	}

	/**
	 * Returns whether a class has woven methods.
	 * @param type the class
	 * @return {@code true} if it was woven, and the aspect of the locks was among the
	 * aspects
	 */
	public static boolean include(Class<?> type) {
		return WOVEN && Arrays.stream(type.getDeclaredFields()).anyMatch((field) -> field.getName().startsWith("ajc$"));
	}

	static @Nullable MethodInterceptor interceptor() {
		return INTERCEPTOR.get();
	}

}
