package io.lockstarter.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says how to give the locks a place to be kept in. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class NoLockStoreFailureAnalyzer extends AbstractFailureAnalyzer<NoLockStoreException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, NoLockStoreException cause) {
		return new FailureAnalysis(cause.problem(), cause.fix(), cause);
	}

}
