package io.lockstarter.autoconfigure.failure;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.LockException;
import io.lockstarter.aop.definition.Problem;
import io.lockstarter.autoconfigure.LockProperties;
import io.lockstarter.redis.check.Finding;

/**
 * Reports that locks cannot work with the configuration of the application or of its
 * Redis server. The application does not start.
 */
public final class InvalidLockConfigurationException extends LockException {

	private final String problem;

	private final String fix;

	public InvalidLockConfigurationException(String problem, String fix) {
		this(problem + " " + fix, problem, fix);
	}

	private InvalidLockConfigurationException(String message, String problem, String fix) {
		super(message, null);
		this.problem = problem;
		this.fix = fix;
	}

	public static InvalidLockConfigurationException ofProperties(List<Problem> problems) {
		return new InvalidLockConfigurationException(sentences(problems).collect(Collectors.joining("; ")),
				"The configuration of the distributed locks is invalid:\n\n" + lines(sentences(problems)),
				"Change the configuration:\n\n"
						+ lines(problems.stream().map((problem) -> problem.what() + ": " + problem.fix())));
	}

	public static InvalidLockConfigurationException ofServer(List<Finding> findings) {
		return new InvalidLockConfigurationException(
				findings.stream().map(Finding::toString).collect(Collectors.joining("; ")),
				"Locks cannot work with this Redis server:\n\n"
						+ lines(findings.stream().map(Finding::problem).distinct()),
				"Do this:\n\n" + lines(findings.stream().map(Finding::fix).distinct()) + "\n\nOr set "
						+ LockProperties.PREFIX + ".startup-check to warn.");
	}

	private static Stream<String> sentences(List<Problem> problems) {
		return problems.stream().map((problem) -> problem.what() + " " + problem.problem());
	}

	private static String lines(Stream<String> texts) {
		return texts.map((text) -> "    - " + text).collect(Collectors.joining("\n"));
	}

	/**
	 * Returns the problem.
	 * @return the problem, or a list of problems
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * Returns the fix.
	 * @return the fix, or a list of fixes
	 */
	public String fix() {
		return this.fix;
	}

}
