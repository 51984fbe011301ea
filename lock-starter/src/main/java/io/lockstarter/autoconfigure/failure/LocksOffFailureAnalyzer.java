package io.lockstarter.autoconfigure.failure;

import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.LockProperties;
import io.lockstarter.autoconfigure.OnLocksEnabled;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Explains why an application with disabled locks has no lock service. Spring Boot's own
 * analyzer would suggest defining one.
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
				"A bean needs a LockService, but there is none, because " + LockProperties.PREFIX
						+ ".enabled=false disables the distributed locks.",
				"""
						Choose one:

						    - To run without Redis, set distributed-lock.store=memory instead of distributed-lock.enabled=false. \
						Such locks exclude only callers in the same JVM.
						    - Inject ObjectProvider<LockService>, and work without locks if it is empty.""",
				cause);
	}

}
