package io.lockstarter.aop.definition;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

import io.lockstarter.InvalidLockDefinitionException;

/** Collects errors, each of them once. */
public final class Problems {

	private final Set<Problem> all = new LinkedHashSet<>();

	synchronized void add(Problem problem) {
		this.all.add(problem);
	}

	/**
	 * Adds the errors of another collection.
	 * @param others the other collection
	 */
	public synchronized void addAll(Problems others) {
		this.all.addAll(others.all);
	}

	/**
	 * Returns whether there are no errors.
	 * @return {@code true} if no error was added
	 */
	public synchronized boolean isEmpty() {
		return this.all.isEmpty();
	}

	/**
	 * Throws if there are errors.
	 * @throws InvalidLockDefinitionException with all errors
	 */
	public synchronized void throwIfAny() {
		if (!this.all.isEmpty()) {
			throw new InvalidLockDefinitionException(message(this.all), null);
		}
	}

	private static String message(Collection<Problem> problems) {
		StringBuilder message = new StringBuilder("@DistributedLock cannot work as it is defined (")
			.append((problems.size() == 1) ? "1 problem" : problems.size() + " problems")
			.append("):");
		for (Problem problem : problems) {
			message.append("\n\n  - ")
				.append(problem.what())
				.append(": ")
				.append(problem.problem())
				.append("\n    Fix: ")
				.append(problem.fix());
		}
		return message.toString();
	}

}
