package io.lockstarter.annotation;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Remembers the proxy that takes the locks of a bean, right after it was made and before
 * other post-processors wrap it. So a wrapper can be told from a bean without a proxy.
 */
public final class LockProxyObserver implements BeanPostProcessor, Ordered {

	/** Of the beans that this thread is making. */
	private final ThreadLocal<@Nullable Map<String, WeakReference<Object>>> proxies = new ThreadLocal<>();

	@Override
	public int getOrder() {
		// The creator of proxies has the highest precedence.
		return Ordered.HIGHEST_PRECEDENCE + 1;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (LockProxies.isLocking(bean)) {
			Map<String, WeakReference<Object>> made = this.proxies.get();
			if (made == null) {
				made = new HashMap<>();
				this.proxies.set(made);
			}
			made.put(beanName, new WeakReference<>(bean));
		}
		return bean;
	}

	/**
	 * Returns the proxy of the bean that this thread has just made, and forgets it.
	 * @param beanName the name of the bean
	 * @return its proxy, or {@code null} if it has none
	 */
	@Nullable Object take(String beanName) {
		Map<String, WeakReference<Object>> made = this.proxies.get();
		WeakReference<Object> proxy = (made != null) ? made.remove(beanName) : null;
		if (made != null && made.isEmpty()) {
			this.proxies.remove();
		}
		return (proxy != null) ? proxy.get() : null;
	}

}
