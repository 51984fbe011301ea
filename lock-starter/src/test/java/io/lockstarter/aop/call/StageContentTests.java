package io.lockstarter.aop.call;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.lockstarter.DistributedLock;
import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.aop.LockedContexts;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.annotation.Async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A future fails if its value is work that is not over, since nothing locks that work.
 */
class StageContentTests {

	private final CompletableFuture<Object> own = new CompletableFuture<>();

	@Test
	void valueThatIsAnUnfinishedFutureFailsTheStage() {
		assertRefused(new CompletableFuture<>());
	}

	@Test
	void valueWithAnUnfinishedFutureFailsTheStage() {
		assertRefused(Optional.of(new CompletableFuture<>()));
		assertRefused(CompletableFuture.completedFuture(Optional.of(new CompletableFuture<>())));
		assertRefused(CompletableFuture.completedStage("minimal"));
	}

	@Test
	void valueWithAPublisherFailsTheStage() {
		assertRefused(ResponseEntity.ok(Flux.error(() -> new AssertionError("ran without the lock"))));
	}

	@Test
	void valueThatFollowsLaterFailsTheStageAfterTheRelease() {
		run((context, jobs) -> {
			CompletableFuture<Object> result = jobs.future(this.own);
			CompletableFuture<Boolean> locked = result.handle((value, ex) -> LockedContexts.isLocked(context, "k"));
			this.own.complete(Optional.of(new CompletableFuture<>()));
			assertThat(result).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(InvalidLockDefinitionException.class);
			assertThat(locked).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(false);
		});
	}

	@Test
	void valueWithAFutureThatIsDoneIsAccepted() {
		CompletableFuture<String> canceled = new CompletableFuture<>();
		canceled.cancel(true);
		assertAccepted(CompletableFuture.completedFuture("done"));
		assertAccepted(CompletableFuture.failedFuture(new IllegalStateException("failed")));
		assertAccepted(canceled);
	}

	@Test
	void valueOfAnAsynchronousFutureIsChecked() {
		run((context, jobs) -> {
			Jobs direct = Proxied.of(new Jobs(), context);
			assertThatExceptionOfType(InvalidLockDefinitionException.class)
				.isThrownBy(() -> direct.async(new CompletableFuture<>()))
				.withMessageContaining("Its work is not over");
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
			assertThat(direct.async("value").get()).isEqualTo("value");
		});
	}

	private static void assertAccepted(Object value) {
		run((context, jobs) -> assertThat(jobs.future(CompletableFuture.completedFuture(value)))
			.isCompletedWithValue(value));
	}

	private static void assertRefused(Object value) {
		run((context, jobs) -> {
			assertThat(jobs.future(CompletableFuture.completedFuture(value))).isCompletedExceptionally()
				.failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(InvalidLockDefinitionException.class)
				.withMessageContaining("Jobs.future(")
				.withMessageContaining("Its work is not over");
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	private static void run(Check check) {
		LockedContexts.with(Jobs.class).run((context) -> check.run(context, context.getBean(Jobs.class)));
	}

	interface Check {

		void run(ConfigurableApplicationContext context, Jobs jobs) throws ExecutionException, InterruptedException;

	}

	static class Jobs {

		@DistributedLock(key = "k", waitTime = "0")
		public <T> CompletableFuture<T> future(CompletableFuture<T> result) {
			return result;
		}

		@Async
		@DistributedLock(key = "k", waitTime = "0")
		public Future<Object> async(Object value) {
			return CompletableFuture.completedFuture(value);
		}

	}

}
