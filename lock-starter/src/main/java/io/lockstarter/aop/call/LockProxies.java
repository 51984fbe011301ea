package io.lockstarter.aop.call;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.TargetSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.target.AbstractBeanFactoryBasedTargetSource;
import org.springframework.util.ClassUtils;

/** Inspects the proxies of a bean. */
public final class LockProxies {

	private LockProxies() {
	}

	/**
	 * Finds the proxy that acquires the locks of a bean, also behind other proxies.
	 * @param bean the bean as other beans receive it
	 * @return the kind of the proxy
	 */
	public static Kind of(Object bean) {
		boolean ofInterfaces = false;
		Object current = bean;
		while (isProxy(current) && current instanceof Advised proxy) {
			ofInterfaces |= AopUtils.isJdkDynamicProxy(current);
			if (position(proxy.getAdvisors()) >= 0) {
				return ofInterfaces ? Kind.OF_INTERFACES : Kind.OF_CLASS;
			}
			TargetSource source = proxy.getTargetSource();
			if (source instanceof AbstractBeanFactoryBasedTargetSource) {
				return Kind.OF_ANOTHER_BEAN;
			}
			current = target(source);
		}
		// The proxy cannot be inspected.
		return isProxy(current) ? Kind.OF_ANOTHER_BEAN : Kind.NONE;
	}

	/**
	 * Returns the class of the object behind all proxies.
	 * @param bean the bean as other beans receive it
	 * @return the class
	 */
	public static Class<?> targetClass(Object bean) {
		return isProxy(bean) ? AopProxyUtils.ultimateTargetClass(bean) : ClassUtils.getUserClass(bean);
	}

	// A ProxyFactoryBean is Advised as well, but is not a proxy.
	private static boolean isProxy(@Nullable Object object) {
		return object instanceof SpringProxy;
	}

	/**
	 * Returns whether an object acquires locks when it is called.
	 * @param target the object
	 * @return {@code true} if it is a proxy that acquires locks
	 */
	public static boolean isLocking(@Nullable Object target) {
		if (target == null || !isProxy(target)) {
			return false;
		}
		Kind kind = of(target);
		return kind == Kind.OF_CLASS || kind == Kind.OF_INTERFACES;
	}

	/** Returns the position of the lock advisor, or -1. */
	static int position(Advisor[] advisors) {
		for (int i = 0; i < advisors.length; i++) {
			if (advisors[i] instanceof DistributedLockAdvisor) {
				return i;
			}
		}
		return -1;
	}

	private static @Nullable Object target(TargetSource source) {
		try {
			return source.isStatic() ? source.getTarget() : null;
		}
		catch (Exception ex) {
			return null;
		}
	}

	/** Names the kind of the proxy that acquires the locks of a bean. */
	public enum Kind {

		/** There is no such proxy. */
		NONE,

		/** The proxy implements only the interfaces of the bean. */
		OF_INTERFACES,

		/** The proxy is a subclass of the bean's class. */
		OF_CLASS,

		/** The proxy passes calls to another bean, which is checked separately. */
		OF_ANOTHER_BEAN

	}

}
