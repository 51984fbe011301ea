package io.lockstarter.autoconfigure.failure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Shows what to change in the configuration. It runs before Spring Boot's own analyzers,
 * which would only report that binding failed.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class InvalidLockConfigurationFailureAnalyzer
		extends AbstractFailureAnalyzer<InvalidLockConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidLockConfigurationException cause) {
		return new FailureAnalysis(cause.problem(), cause.fix(), cause);
	}

}
