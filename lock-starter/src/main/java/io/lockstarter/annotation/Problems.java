package io.lockstarter.annotation;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

import io.lockstarter.InvalidLockDefinitionException;

/** All that was found to be wrong, each thing once. */
final class Problems {

	private final Set<Problem> all = new LinkedHashSet<>();

	synchronized void add(Problem problem) {
		this.all.add(problem);
	}

	synchronized void addAll(Problems others) {
		this.all.addAll(others.all);
	}

	synchronized boolean isEmpty() {
		return this.all.isEmpty();
	}

	synchronized void throwIfAny() {
		if (!this.all.isEmpty()) {
			throw new InvalidLockDefinitionException(message(this.all), null);
		}
	}

	private static String message(Collection<Problem> problems) {
		StringBuilder message = new StringBuilder("@DistributedLock cannot work as it is defined (")
			.append((problems.size() == 1) ? "1 problem" : problems.size() + " problems")
			.append("):");
		for (Problem problem : problems) {
			message.append("\n\n  - ").append(problem);
		}
		return message.toString();
	}

}
