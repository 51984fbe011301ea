package io.lockstarter.test;

import java.util.Objects;

import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches in the context of a test that keeps its locks in memory. It looks at beans, so
 * it decides when the beans of the test are known.
 */
final class OnMemoryInTest implements ConfigurationCondition {

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		return OnTestContext.isTest(context)
				&& StoreOfTest.of(Objects.requireNonNull(context.getBeanFactory()), context.getEnvironment()).memory();
	}

}
