package io.lockstarter.aop;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Knows whether classes are woven, and provides their interceptors. It works without
 * AspectJ on the class path, which an application with proxies only may exclude.
 */
public final class WovenClasses {

	private static final boolean ASPECTJ = ClassUtils.isPresent("org.aspectj.lang.ProceedingJoinPoint",
			WovenClasses.class.getClassLoader());

	// The weaver adds this method to an aspect.
	private static final boolean WOVEN = ASPECTJ && ClassUtils.hasMethod(DistributedLockAspect.class, "aspectOf");

	// One for each running context, in the order of their starts. The weaver creates the
	// aspect, not Spring, so Spring cannot inject them.
	private static final List<MethodInterceptor> INTERCEPTORS = new CopyOnWriteArrayList<>();

	private static final WovenBeans BEANS = new WovenBeans();

	private WovenClasses() {
	}

	/**
	 * Adds the interceptor of a context that starts. It locks the woven beans of this
	 * context. Until another context starts, it also locks all objects that are not
	 * beans.
	 * @param interceptor the interceptor
	 */
	public static void use(MethodInterceptor interceptor) {
		INTERCEPTORS.add(interceptor);
	}

	/**
	 * Ends the use of an interceptor.
	 * @param interceptor the interceptor
	 */
	public static void forget(MethodInterceptor interceptor) {
		INTERCEPTORS.remove(interceptor);
		BEANS.removeAll(interceptor);
	}

	/**
	 * Sets the interceptor of a bean.
	 * @param bean an object of a woven class, not its proxy
	 * @param interceptor the interceptor of the context that creates the bean
	 */
	public static void assign(Object bean, MethodInterceptor interceptor) {
		BEANS.put(bean, interceptor);
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

	/**
	 * Returns the interceptor for calls of an object, or of a class without an object.
	 */
	static @Nullable MethodInterceptor interceptor(@Nullable Object target) {
		Object[] all = INTERCEPTORS.toArray();
		MethodInterceptor own = (all.length > 1 && target != null) ? BEANS.get(target) : null;
		if (own != null) {
			return own;
		}
		return (all.length > 0) ? (MethodInterceptor) all[all.length - 1] : null;
	}

}
