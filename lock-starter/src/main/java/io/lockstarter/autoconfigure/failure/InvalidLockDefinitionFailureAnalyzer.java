package io.lockstarter.autoconfigure.failure;

import io.lockstarter.InvalidLockDefinitionException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows which annotated methods to change, and how, without a stack trace. */
final class InvalidLockDefinitionFailureAnalyzer extends AbstractFailureAnalyzer<InvalidLockDefinitionException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidLockDefinitionException cause) {
		return new FailureAnalysis(String.valueOf(cause.getMessage()),
				"Change each method above as described there. To start without locks for now, set"
						+ " distributed-lock.enabled to false: the methods then run unprotected.",
				cause);
	}

}
