package io.lockstarter.autoconfigure;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.LockException;
import io.lockstarter.redis.check.Finding;

/**
 * The locks cannot work as the application or its Redis server is configured. The
 * application does not start.
 */
public final class InvalidLockConfigurationException extends LockException {

	private final String problem;

	private final String fix;

	InvalidLockConfigurationException(String problem, String fix) {
		this(problem + " " + fix, problem, fix);
	}

	private InvalidLockConfigurationException(String message, String problem, String fix) {
		super(message, null);
		this.problem = problem;
		this.fix = fix;
	}

	static InvalidLockConfigurationException ofProperties(List<PropertyProblem> problems) {
		return new InvalidLockConfigurationException(
				problems.stream().map(PropertyProblem::toString).collect(Collectors.joining("; ")),
				"The configuration of the distributed locks cannot work:\n\n"
						+ lines(problems.stream().map(PropertyProblem::toString)),
				"Change the configuration:\n\n"
						+ lines(problems.stream().map((problem) -> problem.property() + ": " + problem.fix())));
	}

	static InvalidLockConfigurationException ofServer(List<Finding> findings) {
		return new InvalidLockConfigurationException(
				findings.stream().map(Finding::toString).collect(Collectors.joining("; ")),
				"Locks cannot work with this Redis server:\n\n"
						+ lines(findings.stream().map(Finding::problem).distinct()),
				"Do this:\n\n" + lines(findings.stream().map(Finding::fix).distinct()) + "\n\nOr set "
						+ LockProperties.PREFIX + ".startup-check to warn.");
	}

	private static String lines(Stream<String> texts) {
		return texts.map((text) -> "    - " + text).collect(Collectors.joining("\n"));
	}

	/**
	 * Returns what is wrong.
	 * @return the problem, or a list of problems
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * Returns what to do about it.
	 * @return the fix, or a list of fixes
	 */
	public String fix() {
		return this.fix;
	}

}
