package io.lockstarter.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Says what to change in the configuration. Goes before Spring Boot's own analysis, which
 * would only see that binding failed.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidLockConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidLockConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidLockConfigurationException cause) {
		return new FailureAnalysis(cause.problem(), cause.fix(), cause);
	}

}
