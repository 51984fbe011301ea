package io.lockstarter.autoconfigure;

import io.lockstarter.aop.check.UnlockedBeans;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Adds {@link UnlockedBeans} to every context that Spring Boot starts, including those of
 * tests. Auto-configuration cannot do it: the check is for contexts without it.
 */
final class UnlockedBeansInitializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		ConfigurableListableBeanFactory beans = context.getBeanFactory();
		beans.addBeanPostProcessor(new UnlockedBeans(beans, () -> OnLocksEnabled.isOn(context.getEnvironment())));
	}

}
