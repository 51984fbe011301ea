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

	/** More than the beans that are being made at one time. */
	private static final int MANY = 100;

	/** Of the beans that are being made, by thread and name. */
	private final Map<String, WeakReference<Object>> proxies = new ConcurrentHashMap<>();

	@Override
	public int getOrder() {
		// The creator of proxies has the highest precedence.
		return Ordered.HIGHEST_PRECEDENCE + 1;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (LockProxies.isLocking(bean)) {
			// Of a bean whose later post-processor failed, the entry stays.
			if (this.proxies.size() > MANY) {
				this.proxies.values().removeIf((proxy) -> proxy.get() == null);
			}
			this.proxies.put(key(beanName), new WeakReference<>(bean));
		}
		return bean;
	}

	/**
	 * Returns the proxy of the bean that this thread has just made, and forgets it.
	 * @param beanName the name of the bean
	 * @return its proxy, or {@code null} if it has none
	 */
	@Nullable Object take(String beanName) {
		WeakReference<Object> proxy = this.proxies.remove(key(beanName));
		return (proxy != null) ? proxy.get() : null;
	}

	// Two threads may make beans of one name. A record as the key was seen to keep the
	// class loader of an application that was restarted.
	private static String key(String beanName) {
		return Thread.currentThread().getId() + ":" + beanName;
	}

}
