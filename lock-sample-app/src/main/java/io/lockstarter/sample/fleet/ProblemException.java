package io.lockstarter.sample.fleet;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Carries problem details to the caller over HTTP. */
public class ProblemException extends ErrorResponseException {

	public ProblemException(HttpStatus status, String title, String detail) {
		super(status, problem(status, title, detail), null);
	}

	private static ProblemDetail problem(HttpStatus status, String title, String detail) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
		problem.setTitle(title);
		return problem;
	}

}
