package io.lockstarter.sample.shop;

import io.lockstarter.LockBackendException;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.StaleFenceException;
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

/** What went wrong, as problem details. Where trying again may help, they say when. */
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
	ProblemDetail stale(StaleFenceException ex) {
		ProblemDetail problem = problem(HttpStatus.CONFLICT, "Stale write refused", ex.getMessage());
		problem.setProperty("fence", ex.fence());
		return problem;
	}

	@ExceptionHandler
	ResponseEntity<ProblemDetail> notAcquired(LockNotAcquiredException ex) {
		if (ex.reason() == Reason.BUSY) {
			return tryAgain(problem(HttpStatus.LOCKED, "Busy",
					"Somebody else is at it, and was for as long as you waited. Nothing was changed; try again."));
		}
		return tryAgain(problem(HttpStatus.SERVICE_UNAVAILABLE, "Closing",
				"The shop is closing. Nothing was changed; try again in a moment."));
	}

	@ExceptionHandler
	ResponseEntity<ProblemDetail> backendFailed(LockBackendException ex) {
		log.warn("Nothing is done without a lock: {}", ex.getMessage());
		return tryAgain(problem(HttpStatus.SERVICE_UNAVAILABLE, "No lock to be had",
				"The lock server cannot be reached. Nothing was changed; try again."));
	}

	@ExceptionHandler
	ProblemDetail lost(LockLostException ex) {
		log.warn("An order is in doubt: {}", ex.getMessage());
		return problem(HttpStatus.INTERNAL_SERVER_ERROR, "Order in doubt",
				"The lock was lost during the order. Look at the stock before you try again.");
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
