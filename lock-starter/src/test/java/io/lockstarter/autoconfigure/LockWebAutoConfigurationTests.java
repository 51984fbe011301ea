package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.Objects;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockServerException;
import io.lockstarter.LockService;
import io.lockstarter.web.LockProblemDetails;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests when exceptions become problem details, and which. */
class LockWebAutoConfigurationTests {

	private static final AutoConfigurations LOCKS = AutoConfigurations.of(LockAutoConfiguration.class,
			LockWebAutoConfiguration.class);

	private static final String[] PROPERTIES = { "distributed-lock.store=memory",
			"distributed-lock.web.problem-details=true" };

	private final WebApplicationContextRunner web = new WebApplicationContextRunner().withConfiguration(LOCKS);

	@Test
	void adviceIsOptIn() {
		this.web.withPropertyValues("distributed-lock.store=memory")
			.run((context) -> assertThat(context).doesNotHaveBean(LockProblemDetails.class));
		this.web.withPropertyValues(PROPERTIES)
			.run((context) -> assertThat(context).hasSingleBean(LockProblemDetails.class));
	}

	@Test
	void adviceOfTheApplicationReplacesOurs() {
		LockProblemDetails own = new LockProblemDetails(Duration.ofSeconds(1));
		this.web.withPropertyValues(PROPERTIES)
			.withBean("own", LockProblemDetails.class, () -> own)
			.run((context) -> assertThat(context).getBean(LockProblemDetails.class).isSameAs(own));
	}

	@Test
	void applicationWithoutWebHasNoAdvice() {
		new ApplicationContextRunner().withConfiguration(LOCKS)
			.withPropertyValues(PROPERTIES)
			.run((context) -> assertThat(context).hasSingleBean(LockService.class)
				.doesNotHaveBean(LockProblemDetails.class));
	}

	@Test
	void applicationWithoutSpringWebStarts() {
		new ApplicationContextRunner().withConfiguration(LOCKS)
			.withPropertyValues(PROPERTIES)
			.withClassLoader(new FilteredClassLoader("org.springframework.web", "org.springframework.http"))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(LockService.class)
				.doesNotHaveBean("distributedLockProblemDetails"));
	}

	@ParameterizedTest
	@CsvSource({ "BUSY, 423, 90", "SHUTDOWN, 503, 90", "INTERRUPTED, 503, 90", "CANCELLED, 503, 90",
			"TYPE_CONFLICT, 500,", "UPGRADE, 500," })
	void everyReasonHasAStatus(Reason reason, int status, String retryAfter) {
		this.web.withPropertyValues(PROPERTIES)
			.withPropertyValues("distributed-lock.web.retry-after=1m30s")
			.run((context) -> {
				ResponseEntity<ProblemDetail> response = context.getBean(LockProblemDetails.class)
					.notAcquired(new LockNotAcquiredException("order:1", reason, "held by shop@pod-7", null));
				assertThat(response.getStatusCode().value()).isEqualTo(status);
				assertThat(response.getHeaders().getFirst("Retry-After")).isEqualTo(retryAfter);
				assertThat(Objects.requireNonNull(response.getBody()).getDetail()).doesNotContain("order:1", "pod-7");
			});
	}

	@Test
	void retryAfterIsRoundedUp() {
		ResponseEntity<ProblemDetail> response = new LockProblemDetails(Duration.ofMillis(1500))
			.lockServerFailed(new LockServerException("Connection refused: 10.0.0.1", null));
		assertThat(response.getStatusCode().value()).isEqualTo(503);
		assertThat(response.getHeaders().getFirst("Retry-After")).isEqualTo("2");
		assertThat(Objects.requireNonNull(response.getBody()).getDetail()).doesNotContain("10.0.0.1");
	}

}
