package io.lockstarter.annotation;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Remembers the proxy that takes the locks of a bean, right after it was made and before
 * other post-processors wrap it. So a wrapper can be told from a bean without a proxy.
 */
public final class LockProxyObserver implements BeanPostProcessor, Ordered {

	/** Of the beans that are being made. */
	private final Map<Making, WeakReference<Object>> proxies = new ConcurrentHashMap<>();

	@Override
	public int getOrder() {
		// The creator of proxies has the highest precedence.
		return Ordered.HIGHEST_PRECEDENCE + 1;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (LockProxies.isLocking(bean)) {
			this.proxies.put(Making.now(beanName), new WeakReference<>(bean));
		}
		return bean;
	}

	/**
	 * Returns the proxy of the bean that this thread has just made, and forgets it.
	 * @param beanName the name of the bean
	 * @return its proxy, or {@code null} if it has none
	 */
	@Nullable Object take(String beanName) {
		WeakReference<Object> proxy = this.proxies.remove(Making.now(beanName));
		return (proxy != null) ? proxy.get() : null;
	}

	/** A bean that a thread makes; another one may make a bean of the same name. */
	private record Making(long thread, String beanName) {

		static Making now(String beanName) {
			return new Making(Thread.currentThread().getId(), beanName);
		}

	}

}
