package io.lockstarter.aop.check;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.lockstarter.aop.call.LockProxies;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Remembers the proxy that acquires the locks of a bean, before other post-processors
 * wrap it. So the checker can distinguish a wrapped proxy from a bean without a proxy.
 */
public final class LockProxyObserver implements BeanPostProcessor, Ordered {

	/** Exceeds the number of beans that are created at the same time. */
	private static final int MANY = 100;

	/** The proxies of beans in creation, by thread and name. */
	private final Map<String, WeakReference<Object>> proxies = new ConcurrentHashMap<>();

	@Override
	public int getOrder() {
		// The creator of the proxies has the highest precedence.
		return Ordered.HIGHEST_PRECEDENCE + 1;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (LockProxies.isLocking(bean)) {
			// If a later post-processor failed, the entry was not removed.
			if (this.proxies.size() > MANY) {
				this.proxies.values().removeIf((proxy) -> proxy.get() == null);
			}
			this.proxies.put(key(beanName), new WeakReference<>(bean));
		}
		return bean;
	}

	/**
	 * Removes and returns the proxy of the bean that this thread has just created.
	 * @param beanName the name of the bean
	 * @return its proxy, or {@code null} if it has none
	 */
	@Nullable Object take(String beanName) {
		WeakReference<Object> proxy = this.proxies.remove(key(beanName));
		return (proxy != null) ? proxy.get() : null;
	}

	// Two threads may create beans with the same name. The key is a string, because a
	// record kept the class loader of a restarted application in memory.
	private static String key(String beanName) {
		return Thread.currentThread().getId() + ":" + beanName;
	}

}
