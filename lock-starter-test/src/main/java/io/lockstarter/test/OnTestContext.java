package io.lockstarter.test;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches in the context of a Spring test. */
final class OnTestContext implements Condition {

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		return isTest(context);
	}

	static boolean isTest(ConditionContext context) {
		return context.getRegistry().containsBeanDefinition(LockTestContext.BEAN);
	}

}
