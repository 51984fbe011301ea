package io.lockstarter.aop.call;

import java.lang.reflect.Proxy;
import java.util.Arrays;

import io.lockstarter.aop.call.LockProxies.Kind;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.Aware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Predicts whether a bean gets a proxy of its interfaces or of its class. It uses the
 * rules of Spring's auto-proxy creator.
 */
public final class ProxyKind {

	private final ConfigurableListableBeanFactory beans;

	/**
	 * Creates an instance.
	 * @param beans the bean factory
	 */
	public ProxyKind(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	/**
	 * Returns the kind of proxy that a bean will get.
	 * @param type the bean's class
	 * @param beanName its name
	 * @return the kind
	 */
	public Kind of(Class<?> type, String beanName) {
		return isOfInterfaces(type, beanName) ? Kind.OF_INTERFACES : Kind.OF_CLASS;
	}

	/**
	 * Returns whether the proxy implements only the interfaces.
	 * @param type the bean's class
	 * @param beanName its name, if it is known
	 * @return {@code true} if it is a JDK proxy
	 */
	boolean isOfInterfaces(Class<?> type, @Nullable String beanName) {
		if (Proxy.isProxyClass(type) || ClassUtils.isLambdaClass(type) || type.isInterface()) {
			return true;
		}
		return !isOfClassByDefault()
				&& (beanName == null || !AutoProxyUtils.shouldProxyTargetClass(this.beans, beanName))
				&& Arrays.stream(ClassUtils.getAllInterfacesForClass(type)).anyMatch(ProxyKind::isOfUse);
	}

	private boolean isOfClassByDefault() {
		String name = AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME;
		return !this.beans.containsBean(name) || this.beans.getBean(name, ProxyConfig.class).isProxyTargetClass();
	}

	private static boolean isOfUse(Class<?> type) {
		boolean callback = type == InitializingBean.class || type == DisposableBean.class || AutoCloseable.class == type
				|| type == java.io.Closeable.class || Arrays.asList(type.getInterfaces()).contains(Aware.class);
		return !callback && type.getMethods().length > 0;
	}

}
