package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import io.lockstarter.DistributedLock;
import io.lockstarter.aop.LockedContexts;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.annotation.Async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * An asynchronous method that returns a future holds its lock until the future is done.
 */
class FutureReturnTests {

	@Test
	void failingFutureLeavesNoLockBehind() {
		LockedContexts.with().run((context) -> {
			Job job = Proxied.of(new Job(), context);
			assertThatIllegalStateException().isThrownBy(() -> job.run(new IllegalStateException("broken")));
			assertThat(LockedContexts.isLocked(context, "future")).isFalse();
			assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> job.run(new StackOverflowError()));
			assertThat(LockedContexts.isLocked(context, "future")).isFalse();
		});
	}

	@Test
	void annotationOnTheClassOfTheBeanCounts() throws NoSuchMethodException {
		Method inherited = Job.class.getMethod("plain");
		assertThat(FutureReturn.isAsync(inherited, Job.class)).isFalse();
		assertThat(FutureReturn.isAsync(inherited, AsyncJob.class)).isTrue();
	}

	@Async
	static class AsyncJob extends Job {

	}

	static class Job {

		public CompletableFuture<String> plain() {
			return CompletableFuture.completedFuture("plain");
		}

		@Async
		@DistributedLock(key = "future", waitTime = "0")
		public Future<String> run(Throwable failure) {
			return new CompletableFuture<>() {
				@Override
				public String get() {
					if (failure instanceof Error error) {
						throw error;
					}
					throw (RuntimeException) failure;
				}
			};
		}

	}

}
