package io.lockstarter.autoconfigure;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if locks are disabled: the opposite of {@link OnLocksEnabled}. */
final class OnLocksDisabled implements Condition {

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		return !OnLocksEnabled.isOn(context.getEnvironment());
	}

}
