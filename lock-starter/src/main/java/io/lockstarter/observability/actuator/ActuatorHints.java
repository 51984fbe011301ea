package io.lockstarter.observability.actuator;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/**
 * Adds what a native image needs: the descriptions, which become JSON, and the indicator
 * for Spring Boot 3.
 */
final class ActuatorHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), LocksDescription.class,
				LockDescription.class);
		if (ClassUtils.isPresent(OldHealthIndicator.INTERFACE, classLoader)) {
			hints.proxies().registerJdkProxy(ClassUtils.resolveClassName(OldHealthIndicator.INTERFACE, classLoader));
			for (String type : new String[] { OldHealthIndicator.RESULT, OldHealthIndicator.BUILDER }) {
				hints.reflection()
					.registerTypeIfPresent(classLoader, type,
							(known) -> known.withMembers(MemberCategory.INVOKE_PUBLIC_METHODS));
			}
		}
	}

}
