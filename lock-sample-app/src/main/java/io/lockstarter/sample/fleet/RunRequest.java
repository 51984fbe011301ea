package io.lockstarter.sample.fleet;

import java.util.List;

import org.springframework.http.HttpStatus;

/**
 * A flash sale that somebody wants.
 *
 * @param lock the way to buy
 * @param buyers how many buy
 * @param pieces how many pieces there are
 */
record RunRequest(String lock, int buyers, int pieces) {

	private static final List<String> LOCKS = List.of("none", "annotation", "service");

	private static final int MOST = 5_000;

	RunRequest {
		if (!LOCKS.contains(lock)) {
			throw bad("A lock is one of " + String.join(", ", LOCKS) + "; not " + lock);
		}
		if (buyers < 1 || buyers > MOST || pieces < 0 || pieces > MOST) {
			throw bad("There can be 1 to " + MOST + " buyers, and up to " + MOST + " pieces");
		}
	}

	private static ProblemException bad(String detail) {
		return new ProblemException(HttpStatus.BAD_REQUEST, "Bad request", detail);
	}

}
