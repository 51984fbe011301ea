package io.lockstarter.autoconfigure;

import java.util.function.Function;
import java.util.stream.Collectors;

import io.lockstarter.redis.check.Finding;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong with the Redis server, and how to start all the same. */
final class UnsafeRedisFailureAnalyzer extends AbstractFailureAnalyzer<UnsafeRedisException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnsafeRedisException cause) {
		return new FailureAnalysis("The Redis server is not fit for locks:\n\n" + lines(cause, Finding::problem),
				"Change the server:\n\n" + lines(cause, Finding::fix) + "\n\nOr set " + LockProperties.PREFIX
						+ ".startup-check to warn.",
				cause);
	}

	private static String lines(UnsafeRedisException cause, Function<Finding, String> text) {
		return cause.findings()
			.stream()
			.map(text)
			.distinct()
			.map((line) -> "    - " + line)
			.collect(Collectors.joining("\n"));
	}

}
