package io.lockstarter.autoconfigure;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if locks are enabled. The value is read as the properties are read: {@code yes}
 * and {@code on} are true. A value that is not a boolean counts as true here, so that it
 * is refused when the properties are bound. If it counted as false, methods would run
 * without their locks.
 */
public final class OnLocksEnabled implements Condition {

	@Override
	public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
		return isOn(context.getEnvironment());
	}

	public static boolean isOn(Environment environment) {
		try {
			return Binder.get(environment).bind(LockProperties.PREFIX + ".enabled", Boolean.class).orElse(true);
		}
		catch (BindException ex) {
			return true;
		}
	}

}
