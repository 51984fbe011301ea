package io.lockstarter.sample.shop.web;

import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockServerException;
import io.lockstarter.StaleFencingNumberException;
import io.lockstarter.sample.shop.SoldOutException;
import io.lockstarter.sample.shop.UnknownSkuException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Converts exceptions to problem details. {@code Retry-After} is set if a retry may help.
 */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {

	private static final Logger log = LoggerFactory.getLogger(Problems.class);

	private static final String RETRY_AFTER_SECONDS = "1";

	@ExceptionHandler
	ProblemDetail unknown(UnknownSkuException ex) {
		return problem(HttpStatus.NOT_FOUND, "Unknown article", ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail soldOut(SoldOutException ex) {
		return problem(HttpStatus.CONFLICT, "Sold out", ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail badInput(BadInputException ex) {
		return problem(HttpStatus.BAD_REQUEST, "Bad request", ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail stale(StaleFencingNumberException ex) {
		ProblemDetail problem = problem(HttpStatus.CONFLICT, "Stale write refused", ex.getMessage());
		problem.setProperty("fencingNumber", ex.fencingNumber());
		return problem;
	}

	@ExceptionHandler
	ResponseEntity<ProblemDetail> notAcquired(LockNotAcquiredException ex) {
		if (ex.reason() == Reason.BUSY) {
			return tryAgain(problem(HttpStatus.LOCKED, "Busy",
					"The lock was held for as long as this request waited. Nothing was changed; try again."));
		}
		return tryAgain(problem(HttpStatus.SERVICE_UNAVAILABLE, "Closing",
				"The shop is shutting down. Nothing was changed; try again in a moment."));
	}

	@ExceptionHandler
	ResponseEntity<ProblemDetail> lockServerFailed(LockServerException ex) {
		log.warn("The request was rejected because the lock server failed: {}", ex.getMessage());
		return tryAgain(problem(HttpStatus.SERVICE_UNAVAILABLE, "No lock available",
				"The lock server cannot be reached. Nothing was changed; try again."));
	}

	@ExceptionHandler
	ProblemDetail lost(LockLostException ex) {
		log.warn("The state of an order is unknown: {}", ex.getMessage());
		return problem(HttpStatus.INTERNAL_SERVER_ERROR, "Order state unknown",
				"The lock was lost during the order. Check the stock before you try again.");
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleTypeMismatch(TypeMismatchException ex, HttpHeaders headers,
			HttpStatusCode status, WebRequest request) {
		ProblemDetail problem = problem(status, "Bad request", ex.getMostSpecificCause().getMessage());
		return handleExceptionInternal(ex, problem, headers, status, request);
	}

	private static ProblemDetail problem(HttpStatusCode status, String title, @Nullable String detail) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
		problem.setTitle(title);
		return problem;
	}

	private static ResponseEntity<ProblemDetail> tryAgain(ProblemDetail problem) {
		return ResponseEntity.of(problem).header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS).build();
	}

}
