package io.lockstarter.autoconfigure;

import io.lockstarter.LockService;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Explains why there is no lock service in an application that switched the locks off.
 * Spring Boot's own analysis would suggest to define one.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class LocksOffFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

	private final Environment environment;

	LocksOffFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
		if (cause.getBeanType() != LockService.class || OnLocksEnabled.isOn(this.environment)) {
			return null;
		}
		return new FailureAnalysis(
				"A bean needs a LockService, but " + LockProperties.PREFIX
						+ ".enabled=false switches the distributed locks off, so there is none.",
				"""
						Choose one:

						    - Set distributed-lock.store=memory in place of distributed-lock.enabled=false, to run without Redis: \
						such locks exclude nobody on another machine.
						    - Inject ObjectProvider<LockService>, and do without locks where it has none.""",
				cause);
	}

}
