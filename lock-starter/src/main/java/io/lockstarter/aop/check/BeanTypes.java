package io.lockstarter.aop.check;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Finds the classes of beans that may not exist yet. */
final class BeanTypes {

	private BeanTypes() {
	}

	/** Returns the class of a bean; {@code null} if it is unknown. */
	static @Nullable Class<?> of(ConfigurableListableBeanFactory factory, String beanName) {
		try {
			return factory.getType(beanName, false);
		}
		catch (RuntimeException | LinkageError ex) {
			// This is a lazy bean. Its creation reports the error.
			return null;
		}
	}

	/**
	 * Returns the class that a bean definition describes; {@code null} if it is unknown.
	 * For a factory bean it is the class of the factory.
	 */
	static @Nullable Class<?> ofDefinition(ConfigurableListableBeanFactory factory, String beanName) {
		Class<?> ofFactory = of(factory, BeanFactory.FACTORY_BEAN_PREFIX + beanName);
		return (ofFactory != null) ? ofFactory : of(factory, beanName);
	}

}
