package io.lockstarter.test;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Marks the application contexts of Spring tests. Other contexts, such as that of an
 * application that is started with the class path of its tests, keep their own store.
 */
record LockTestContext() implements ContextCustomizer {

	static final String BEAN = "distributedLockTestContext";

	@Override
	public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
		mark(context);
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
