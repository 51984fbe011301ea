package io.lockstarter.autoconfigure;

import java.util.List;
import java.util.stream.Collectors;

import io.lockstarter.LockException;

/** Properties under {@code distributed-lock} have values that cannot work. */
public final class InvalidLockPropertiesException extends LockException {

	private final List<Problem> problems;

	InvalidLockPropertiesException(List<Problem> problems) {
		super(problems.stream().map(Problem::toString).collect(Collectors.joining("; ")), null);
		this.problems = List.copyOf(problems);
	}

	/**
	 * All that is wrong.
	 * @return at least one problem
	 */
	public List<Problem> problems() {
		return this.problems;
	}

	/**
	 * One value that cannot work.
	 *
	 * @param property the property's full name
	 * @param value its value
	 * @param problem what is wrong with it
	 * @param fix what to do about it
	 */
	public record Problem(String property, String value, String problem, String fix) {

		@Override
		public String toString() {
			return this.property + " '" + this.value + "' " + this.problem;
		}

	}

}
