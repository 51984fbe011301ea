package io.lockstarter.aop.call;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.OnLost;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.Requests;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** A method that returns a stage holds its lock until the stage is complete. */
class StageTests {

	@Test
	void lockIsHeldUntilTheStageIsComplete() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			assertThat(LockedContexts.isLocked(beans, "stage")).isTrue();
			work.own.complete("done");
			assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo("done");
			assertThat(LockedContexts.isLocked(beans, "stage")).isFalse();
		});
	}

	@Test
	void threadThatCompletesTheStageDoesNotWaitForTheLockServer() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			work.own.complete("done");
			assertThat(result).succeedsWithin(10, TimeUnit.SECONDS);
			List<String> threads = beans.getBean(Requests.class).releasedOn;
			Awaitility.await().until(() -> !threads.isEmpty());
			assertThat(threads).singleElement().asString().startsWith("lock-worker-");
		});
	}

	@Test
	void continuationRunsOnTheResultsExecutor() {
		run((beans, bean, work) -> {
			CompletableFuture<String> thread = bean.future().thenApply((done) -> Thread.currentThread().getName());
			work.own.complete("done");
			assertThat(thread.get(10, TimeUnit.SECONDS)).startsWith("lock-result-");
		});
	}

	@Test
	void stageCompletesEvenIfNoThreadCanBeStarted() {
		run((beans, bean, work) -> {
			Stages stages = Proxied.of(new Stages(work), beans, (task) -> {
				throw new OutOfMemoryError("unable to create native thread");
			});
			CompletableFuture<String> result = stages.future();
			work.own.complete("done");
			assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo("done");
		});
	}

	@Test
	void stageThatIsCompleteFromTheStartReleasesFirst() {
		run((beans, bean, work) -> {
			work.own.complete("done");
			assertThat(bean.stage().toCompletableFuture().get(20, TimeUnit.SECONDS)).isEqualTo("done");
			assertThat(LockedContexts.isLocked(beans, "stage")).isFalse();
		});
	}

	@Test
	void methodRunsInsideTheScopeOfItsHandle() {
		run((beans, bean, work) -> {
			assertThat(bean.future()).isNotDone();
			assertThat(work.handle).isNotNull().extracting(LockHandle::key).isEqualTo("stage");
			assertThatIllegalStateException().isThrownBy(LockHandle::current);
		});
	}

	@Test
	void nextCallOnTheSameThreadIsNotNested() {
		run((beans, bean, work) -> {
			assertThat(bean.future()).isNotDone();
			assertThat(bean.future()).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LockNotAcquiredException.class);
		});
	}

	@Test
	void failureOfTheStageReachesTheCallerUnchangedAndReleases() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			IllegalArgumentException failure = new IllegalArgumentException("of the stage");
			work.own.completeExceptionally(failure);
			assertThat(result).failsWithin(10, TimeUnit.SECONDS).withThrowableThat().havingCause().isSameAs(failure);
			assertThat(LockedContexts.isLocked(beans, "stage")).isFalse();
		});
	}

	@Test
	void cancellationByTheCallerReachesTheMethodsStageAndReleases() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			assertThat(result.cancel(true)).isTrue();
			assertThat(result).isCancelled();
			Awaitility.await().until(work.own::isCancelled);
			Awaitility.await().until(() -> !LockedContexts.isLocked(beans, "stage"));
		});
	}

	@Test
	void cancellationByTheMethodReleases() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			work.own.cancel(true);
			assertThatExceptionOfType(CancellationException.class).isThrownBy(result::join);
			assertThat(LockedContexts.isLocked(beans, "stage")).isFalse();
		});
	}

	@Test
	void timeoutOfTheCallersStageDoesNotReleaseWhileTheWorkContinues() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			result.completeExceptionally(new IllegalStateException("time-out"));
			assertThat(LockedContexts.isLocked(beans, "stage")).isTrue();
			work.own.complete("done");
			Awaitility.await().until(() -> !LockedContexts.isLocked(beans, "stage"));
		});
	}

	@Test
	void methodThatThrowsFailsTheStageAfterTheRelease() {
		run((beans, bean, work) -> {
			assertThat(bean.throwing()).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(IllegalStateException.class)
				.withMessage("thrown");
			assertThat(LockedContexts.isLocked(beans, "stage")).isFalse();
		});
	}

	@Test
	void methodThatReturnsNullCompletesTheStageWithNull() {
		run((beans, bean, work) -> {
			assertThat(bean.nothing()).succeedsWithin(20, TimeUnit.SECONDS).isNull();
			assertThat(LockedContexts.isLocked(beans, "stage")).isFalse();
		});
	}

	@Test
	void lossFailsTheStageWhenItIsComplete() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			LockedContexts.lose(beans, work.handle());
			assertThat(result).isNotDone();
			work.own.complete("done");
			assertThat(result).failsWithin(10, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LockLostException.class);
		});
	}

	@Test
	void lossIsASuppressedExceptionOfTheStagesFailure() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			LockedContexts.lose(beans, work.handle());
			IllegalArgumentException failure = new IllegalArgumentException("of the stage");
			work.own.completeExceptionally(failure);
			assertThat(result).failsWithin(10, TimeUnit.SECONDS).withThrowableThat().havingCause().isSameAs(failure);
			assertThat(failure.getSuppressed()).hasExactlyElementsOfTypes(LockLostException.class);
		});
	}

	@Test
	void lossWithInterruptFailsTheCallersStageAndCancelsTheMethodsStage() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.interrupting();
			LockedContexts.lose(beans, work.handle());
			assertThat(result).failsWithin(10, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LockLostException.class);
			Awaitility.await().until(work.own::isCancelled);
		});
	}

	@Test
	void stageThatIsNotAFutureIsSupported() {
		run((beans, bean, work) -> {
			CompletionStage<String> result = bean.minimal();
			assertThat(LockedContexts.isLocked(beans, "stage")).isTrue();
			work.own.complete("done");
			assertThat(result.toCompletableFuture()).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo("done");
			assertThat(LockedContexts.isLocked(beans, "stage")).isFalse();
		});
	}

	@Test
	void completedAndFailedStagesOfTheJdkReleaseAtOnce() {
		run((beans, bean, work) -> {
			assertThat(bean.completed().toCompletableFuture()).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("done");
			assertThat(LockedContexts.isLocked(beans, "stage")).isFalse();
			assertThat(bean.failed().toCompletableFuture()).failsWithin(20, TimeUnit.SECONDS);
			assertThat(LockedContexts.isLocked(beans, "stage")).isFalse();
		});
	}

	@Test
	void stageWithoutToCompletableFutureIsSupported() {
		run((beans, bean, work) -> {
			CompletionStage<String> result = bean.closed();
			assertThat(LockedContexts.isLocked(beans, "stage")).isTrue();
			assertThat(result.toCompletableFuture().cancel(true)).isTrue();
			assertThat(LockedContexts.isLocked(beans, "stage")).isTrue();
			work.own.complete("done");
			Awaitility.await().until(() -> !LockedContexts.isLocked(beans, "stage"));
		});
	}

	@Test
	void lockOfAStageThatNoCodeCanCompleteBecomesFree() {
		run((beans, bean, work) -> {
			assertThat(bean.forgotten()).isNotDone();
			Awaitility.await().pollInterval(Duration.ofMillis(200)).until(() -> {
				System.gc();
				return !LockedContexts.isLocked(beans, "stage");
			});
		});
	}

	@Test
	void failingStageLeavesNoLockBehind() {
		run((beans, bean, work) -> {
			assertThat(bean.broken().toCompletableFuture()).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(StackOverflowError.class);
			assertThat(LockedContexts.isLocked(beans, "stage")).isFalse();
			assertThat(bean.brokenFuture()).isNotNull();
			assertThat(LockedContexts.isLocked(beans, "stage")).isFalse();
			assertThatExceptionOfType(StackOverflowError.class).isThrownBy(bean::brokenObject);
			assertThat(LockedContexts.isLocked(beans, "stage")).isFalse();
		});
	}

	private static void run(Check check) {
		LockedContexts.with(Work.class, Stages.class)
			.run((context) -> check.run(context, context.getBean(Stages.class), context.getBean(Work.class)));
	}

	interface Check {

		void run(ConfigurableApplicationContext beans, Stages bean, Work work) throws Exception;

	}

	static class Work {

		final CompletableFuture<String> own = new CompletableFuture<>();

		@Nullable LockHandle handle;

		LockHandle handle() {
			assertThat(this.handle).isNotNull();
			return this.handle;
		}

		CompletableFuture<String> start() {
			this.handle = LockHandle.current();
			return this.own;
		}

	}

	static class Stages {

		private final Work work;

		Stages(Work work) {
			this.work = work;
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public CompletableFuture<String> future() {
			return this.work.start();
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public CompletionStage<String> stage() {
			return this.work.start();
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public CompletionStage<String> minimal() {
			return this.work.start().minimalCompletionStage();
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public CompletionStage<String> completed() {
			return CompletableFuture.completedStage("done");
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public CompletionStage<String> failed() {
			return CompletableFuture.failedStage(new IllegalStateException("failed"));
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public CompletionStage<String> closed() {
			return MinimalStage.of(this.work.start());
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public CompletionStage<String> broken() {
			return MinimalStage.broken(this.work.start(), new StackOverflowError());
		}

		@DistributedLock(key = "stage", waitTime = "0", ttl = "3s")
		public CompletableFuture<String> forgotten() {
			return new CompletableFuture<>();
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public CompletableFuture<String> brokenFuture() {
			return new CompletableFuture<>() {
				@Override
				public boolean isDone() {
					throw new StackOverflowError();
				}
			};
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public Object brokenObject() {
			return MinimalStage.broken(this.work.start(), new StackOverflowError());
		}

		@DistributedLock(key = "stage", waitTime = "0", onLost = OnLost.INTERRUPT)
		public CompletableFuture<String> interrupting() {
			return this.work.start();
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public CompletableFuture<String> throwing() {
			throw new IllegalStateException("thrown");
		}

		@DistributedLock(key = "stage", waitTime = "0")
		@SuppressWarnings("NullAway")
		public CompletableFuture<String> nothing() {
			return null;
		}

	}

}
