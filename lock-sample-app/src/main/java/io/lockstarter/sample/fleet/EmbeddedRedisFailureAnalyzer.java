package io.lockstarter.sample.fleet;

import io.lockstarter.embedded.EmbeddedRedisException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do where there is no embedded Redis to be had, as on Windows. */
final class EmbeddedRedisFailureAnalyzer extends AbstractFailureAnalyzer<EmbeddedRedisException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedRedisException cause) {
		return new FailureAnalysis("The embedded Redis did not start: " + cause.getMessage(),
				"Start a Redis yourself and name it, for example with --spring.data.redis.host=localhost.", cause);
	}

}
