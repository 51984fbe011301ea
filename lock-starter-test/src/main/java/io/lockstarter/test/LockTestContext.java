package io.lockstarter.test;

import io.lockstarter.aop.check.UnlockedBeans;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Marks the application contexts of Spring tests. Other contexts, such as that of an
 * application that is started with the class path of its tests, keep their own store. It
 * also refuses annotated beans in a context without locks.
 */
record LockTestContext() implements ContextCustomizer {

	static final String BEAN = "distributedLockTestContext";

	@Override
	public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
		mark(context);
		// Spring Boot adds this check to its own contexts only.
		ConfigurableListableBeanFactory beans = context.getBeanFactory();
		beans.addBeanPostProcessor(new UnlockedBeans(beans,
				() -> context.getEnvironment().getProperty("distributed-lock.enabled", Boolean.class, true)));
	}

	static void mark(ConfigurableApplicationContext context) {
		if (context.getBeanFactory() instanceof BeanDefinitionRegistry registry
				&& !registry.containsBeanDefinition(BEAN)) {
			registry.registerBeanDefinition(BEAN, new RootBeanDefinition(Marker.class));
		}
	}

	/** The bean that marks a context. */
	static final class Marker {

	}

}
