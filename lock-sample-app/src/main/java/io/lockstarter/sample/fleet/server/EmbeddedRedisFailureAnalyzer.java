package io.lockstarter.sample.fleet.server;

import io.lockstarter.embedded.EmbeddedRedisException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains what to do when the embedded Redis does not start, for example on Windows. */
final class EmbeddedRedisFailureAnalyzer extends AbstractFailureAnalyzer<EmbeddedRedisException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedRedisException cause) {
		return new FailureAnalysis("The embedded Redis did not start: " + cause.getMessage(),
				"Start your own Redis and set its address, for example --spring.data.redis.host=localhost.", cause);
	}

}
