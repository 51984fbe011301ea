package io.lockstarter.web;

import java.time.Duration;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockServerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Converts exceptions of controllers to problem details. The details contain neither the
 * key nor the holder, since these may be confidential. An advice of the application with
 * a lower order has precedence.
 */
@RestControllerAdvice
@Order(0)
public class LockProblemDetails {

	private static final Logger logger = LoggerFactory.getLogger(LockProblemDetails.class);

	private final String retryAfterSeconds;

	/**
	 * Creates the advice.
	 * @param retryAfter the time in the header {@code Retry-After}, which has whole
	 * seconds
	 */
	public LockProblemDetails(Duration retryAfter) {
		this.retryAfterSeconds = Long.toString(Math.max(1, retryAfter.plusNanos(999_999_999).toSeconds()));
	}

	/**
	 * Converts a refusal.
	 * @param refusal the refusal
	 * @return 423 if the lock was busy; 503 if this instance is shutting down or the
	 * request was interrupted or canceled; 500 if the code asks for the lock in a wrong
	 * way
	 */
	@ExceptionHandler
	public ResponseEntity<ProblemDetail> notAcquired(LockNotAcquiredException refusal) {
		return switch (refusal.reason()) {
			case BUSY -> retryLater(HttpStatus.LOCKED, "Another request uses the resource. Try again later.");
			case SHUTDOWN, INTERRUPTED, CANCELLED ->
				retryLater(HttpStatus.SERVICE_UNAVAILABLE, "The request was not processed. Try again later.");
			case TYPE_CONFLICT, UPGRADE -> {
				logger.error("A lock was requested in a wrong way", refusal);
				yield ResponseEntity.of(ProblemDetail.forStatusAndDetail(HttpStatus.INTERNAL_SERVER_ERROR,
						"The request was not processed, because of an error in the application."))
					.build();
			}
		};
	}

	/**
	 * Converts a failure of the lock server.
	 * @param failure the failure
	 * @return 503
	 */
	@ExceptionHandler
	public ResponseEntity<ProblemDetail> lockServerFailed(LockServerException failure) {
		logger.warn("A request was refused, because the lock server failed: {}", failure.getMessage());
		return retryLater(HttpStatus.SERVICE_UNAVAILABLE, "A part of the service is unavailable. Try again later.");
	}

	private ResponseEntity<ProblemDetail> retryLater(HttpStatus status, String detail) {
		return ResponseEntity.of(ProblemDetail.forStatusAndDetail(status, detail))
			.header(HttpHeaders.RETRY_AFTER, this.retryAfterSeconds)
			.build();
	}

}
