package io.lockstarter.sample;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockServerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the exception handler that {@code docs/annotation.md} shows.
 */
class LockResponsesTests {

	private final MockMvcTester web = MockMvcTester
		.create(MockMvcBuilders.standaloneSetup(new Orders()).setControllerAdvice(new LockResponses()).build());

	@Test
	void busyLockReturnsLockedWithRetryAfter() {
		assertThat(this.web.get().uri("/not-acquired/BUSY")).hasStatus(HttpStatus.LOCKED)
			.hasHeader(HttpHeaders.RETRY_AFTER, "1")
			.bodyText()
			.contains("Busy. Try again.");
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "BUSY")
	void everyOtherReasonReturnsServiceUnavailable(Reason reason) {
		assertThat(this.web.get().uri("/not-acquired/" + reason)).hasStatus(HttpStatus.SERVICE_UNAVAILABLE)
			.hasHeader(HttpHeaders.RETRY_AFTER, "1");
	}

	@Test
	void failureOfTheLockServerReturnsServiceUnavailable() {
		assertThat(this.web.get().uri("/down")).hasStatus(HttpStatus.SERVICE_UNAVAILABLE);
	}

	@RestController
	static class Orders {

		@GetMapping("/not-acquired/{reason}")
		String notAcquired(@PathVariable("reason") Reason reason) {
			throw new LockNotAcquiredException("order:1", reason, "not acquired", null);
		}

		@GetMapping("/down")
		String down() {
			throw new LockServerException("down", null);
		}

	}

	@RestControllerAdvice
	static class LockResponses {

		@ExceptionHandler(LockNotAcquiredException.class)
		ResponseEntity<ProblemDetail> notAcquired(LockNotAcquiredException ex) {
			ProblemDetail problem = (ex.reason() == Reason.BUSY)
					? ProblemDetail.forStatusAndDetail(HttpStatus.LOCKED, "Busy. Try again.") : unavailable();
			return ResponseEntity.of(problem).header(HttpHeaders.RETRY_AFTER, "1").build();
		}

		@ExceptionHandler(LockServerException.class)
		ProblemDetail unavailable() {
			return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "Locks cannot be acquired now.");
		}

	}

}
