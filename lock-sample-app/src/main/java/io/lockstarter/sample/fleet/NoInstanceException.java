package io.lockstarter.sample.fleet;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** All instances are down, paused or starting. */
final class NoInstanceException extends ProblemException {

	NoInstanceException() {
		super(HttpStatus.SERVICE_UNAVAILABLE, "No instance", "No instance of the shop is up; try again in a moment");
		getHeaders().set(HttpHeaders.RETRY_AFTER, "2");
	}

}
