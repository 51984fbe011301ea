package io.lockstarter.sample.fleet.load;

import java.util.List;

import io.lockstarter.sample.fleet.ProblemException;

import org.springframework.http.HttpStatus;

/**
 * Describes a flash sale to start.
 *
 * @param lock the lock that the purchases use
 * @param buyers the number of buyers
 * @param pieces the pieces in stock at the start
 */
public record RunRequest(String lock, int buyers, int pieces) {

	private static final List<String> LOCKS = List.of("none", "annotation", "service");

	private static final int MAX = 5_000;

	public RunRequest {
		if (!LOCKS.contains(lock)) {
			throw bad("The lock must be one of " + String.join(", ", LOCKS) + ", but is " + lock);
		}
		if (buyers < 1 || buyers > MAX || pieces < 0 || pieces > MAX) {
			throw bad("A run has 1 to " + MAX + " buyers and 0 to " + MAX + " pieces");
		}
	}

	private static ProblemException bad(String detail) {
		return new ProblemException(HttpStatus.BAD_REQUEST, "Bad request", detail);
	}

}
