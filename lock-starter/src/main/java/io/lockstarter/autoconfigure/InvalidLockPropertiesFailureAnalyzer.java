package io.lockstarter.autoconfigure;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.lockstarter.autoconfigure.InvalidLockPropertiesException.Problem;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Says which property to set to what. Goes before Spring Boot's own analysis, which would
 * only see that binding failed.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidLockPropertiesFailureAnalyzer extends AbstractFailureAnalyzer<InvalidLockPropertiesException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidLockPropertiesException cause) {
		return analysis(cause.problems(), cause);
	}

	static FailureAnalysis analysis(List<Problem> problems, Throwable cause) {
		return new FailureAnalysis(
				"The configuration of the distributed locks cannot work:\n\n" + lines(problems, Problem::toString),
				"Change the configuration:\n\n"
						+ lines(problems, (problem) -> problem.property() + ": " + problem.fix()),
				cause);
	}

	private static String lines(List<Problem> problems, Function<Problem, String> text) {
		return problems.stream().map((problem) -> "    - " + text.apply(problem)).collect(Collectors.joining("\n"));
	}

}
