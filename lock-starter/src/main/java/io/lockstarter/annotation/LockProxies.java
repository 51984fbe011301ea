package io.lockstarter.annotation;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.TargetSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.target.AbstractBeanFactoryBasedTargetSource;
import org.springframework.util.ClassUtils;

/** Looks at the proxies that a bean really has. */
final class LockProxies {

	private LockProxies() {
	}

	/**
	 * Finds the proxy that takes the locks of a bean, also behind other proxies.
	 * @param bean the bean as others get it
	 * @return what was found
	 */
	static Kind of(Object bean) {
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
		// A proxy that lets nobody look into it.
		return isProxy(current) ? Kind.OF_ANOTHER_BEAN : Kind.NONE;
	}

	/** The class of the object behind all proxies. */
	static Class<?> targetClass(Object bean) {
		return isProxy(bean) ? AopProxyUtils.ultimateTargetClass(bean) : ClassUtils.getUserClass(bean);
	}

	// A ProxyFactoryBean is Advised as well, but no proxy.
	private static boolean isProxy(@Nullable Object object) {
		return object instanceof SpringProxy;
	}

	/** Whether the object takes locks itself, where it is called. */
	static boolean isLocking(@Nullable Object target) {
		if (target == null || !isProxy(target)) {
			return false;
		}
		Kind kind = of(target);
		return kind == Kind.OF_CLASS || kind == Kind.OF_INTERFACES;
	}

	/** The position of our advisor, or -1. */
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

	/** The kind of the proxy that takes the locks of a bean. */
	enum Kind {

		/** There is none. */
		NONE,

		/** It has the interfaces of the bean only. */
		OF_INTERFACES,

		/** It is a subclass of the bean's class. */
		OF_CLASS,

		/** The bean only passes calls on to another bean, which is looked at itself. */
		OF_ANOTHER_BEAN

	}

}
