package io.lockstarter.annotation;

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
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** A method that returns a stage keeps its lock until that is complete. */
class StageTests {

	@Test
	void lockIsHeldUntilTheStageIsComplete() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			assertThat(LockedContexts.isTaken(beans, "stage")).isTrue();
			work.own.complete("done");
			assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo("done");
			assertThat(LockedContexts.isTaken(beans, "stage")).isFalse();
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
	void continuationRunsOnTheThreadsForResults() {
		run((beans, bean, work) -> {
			CompletableFuture<String> thread = bean.future().thenApply((done) -> Thread.currentThread().getName());
			work.own.complete("done");
			assertThat(thread.get(10, TimeUnit.SECONDS)).startsWith("lock-result-");
		});
	}

	@Test
	void stageIsCompletedWhereNoThreadCanBeStarted() {
		run((beans, bean, work) -> {
			StageReturn stages = new StageReturn((task) -> {
				throw new OutOfMemoryError("unable to create native thread");
			});
			LockHandle handle = LockedContexts.holdElsewhere(beans, "stage");
			CompletableFuture<String> result = stages.keep(work.own,
					new Holding(List.of(new Held(handle, OnLost.FAIL))));
			work.own.complete("done");
			assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo("done");
		});
	}

	@Test
	void stageThatIsCompleteAlreadyReleasesOnTheCallersThread() {
		run((beans, bean, work) -> {
			work.own.complete("done");
			assertThat(bean.stage().toCompletableFuture()).isCompletedWithValue("done");
			assertThat(LockedContexts.isTaken(beans, "stage")).isFalse();
		});
	}

	@Test
	void methodRunsOnTheCallersThreadInsideTheScopeOfItsHandle() {
		run((beans, bean, work) -> {
			assertThat(bean.future()).isNotDone();
			assertThat(work.thread).isSameAs(Thread.currentThread());
			assertThat(work.handle).isNotNull().extracting(LockHandle::key).isEqualTo("stage");
			assertThatIllegalStateException().isThrownBy(LockHandle::current);
		});
	}

	@Test
	void nextCallOnTheSameThreadIsNotNested() {
		run((beans, bean, work) -> {
			assertThat(bean.future()).isNotDone();
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(bean::future);
		});
	}

	@Test
	void failureOfTheStageComesOutUnchangedAndReleases() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			IllegalArgumentException failure = new IllegalArgumentException("of the stage");
			work.own.completeExceptionally(failure);
			assertThat(result).failsWithin(10, TimeUnit.SECONDS).withThrowableThat().havingCause().isSameAs(failure);
			assertThat(LockedContexts.isTaken(beans, "stage")).isFalse();
		});
	}

	@Test
	void cancellationByTheCallerReachesTheMethodsStageAndReleases() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			assertThat(result.cancel(true)).isTrue();
			assertThat(result).isCancelled();
			assertThat(work.own).isCancelled();
			Awaitility.await().until(() -> !LockedContexts.isTaken(beans, "stage"));
		});
	}

	@Test
	void cancellationByTheMethodReleases() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			work.own.cancel(true);
			assertThatExceptionOfType(CancellationException.class).isThrownBy(result::join);
			assertThat(LockedContexts.isTaken(beans, "stage")).isFalse();
		});
	}

	@Test
	void timeOutOfTheCallersStageDoesNotReleaseWhileTheWorkGoesOn() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.future();
			result.completeExceptionally(new IllegalStateException("time-out"));
			assertThat(LockedContexts.isTaken(beans, "stage")).isTrue();
			work.own.complete("done");
			Awaitility.await().until(() -> !LockedContexts.isTaken(beans, "stage"));
		});
	}

	@Test
	void methodThatThrowsOrReturnsNullReleasesAtOnce() {
		run((beans, bean, work) -> {
			assertThatIllegalStateException().isThrownBy(bean::throwing).withMessage("thrown");
			assertThat(LockedContexts.isTaken(beans, "stage")).isFalse();
			assertThat(bean.nothing()).isNull();
			assertThat(LockedContexts.isTaken(beans, "stage")).isFalse();
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
	void urgentLossFailsTheStageAtOnceAndCancelsTheMethodsOwn() {
		run((beans, bean, work) -> {
			CompletableFuture<String> result = bean.urgent();
			LockedContexts.lose(beans, work.handle());
			assertThat(result).failsWithin(10, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LockLostException.class);
			Awaitility.await().until(work.own::isCancelled);
		});
	}

	@Test
	void stageThatIsNoFutureIsFollowed() {
		run((beans, bean, work) -> {
			CompletionStage<String> result = bean.minimal();
			assertThat(LockedContexts.isTaken(beans, "stage")).isTrue();
			work.own.complete("done");
			assertThat(result.toCompletableFuture()).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo("done");
			assertThat(LockedContexts.isTaken(beans, "stage")).isFalse();
		});
	}

	@Test
	void completedAndFailedStagesOfTheJdkReleaseAtOnce() {
		run((beans, bean, work) -> {
			assertThat(bean.completed().toCompletableFuture()).isCompletedWithValue("done");
			assertThat(LockedContexts.isTaken(beans, "stage")).isFalse();
			assertThat(bean.failed().toCompletableFuture()).isCompletedExceptionally();
			assertThat(LockedContexts.isTaken(beans, "stage")).isFalse();
		});
	}

	@Test
	void stageThatRefusesToBecomeAFutureIsFollowed() {
		run((beans, bean, work) -> {
			CompletionStage<String> result = bean.closed();
			assertThat(LockedContexts.isTaken(beans, "stage")).isTrue();
			assertThat(result.toCompletableFuture().cancel(true)).isTrue();
			assertThat(LockedContexts.isTaken(beans, "stage")).isTrue();
			work.own.complete("done");
			Awaitility.await().until(() -> !LockedContexts.isTaken(beans, "stage"));
		});
	}

	@Test
	void interruptedWaitLeavesNothingBehind() {
		run((beans, bean, work) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(beans, "waiting");
			Thread.currentThread().interrupt();
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(bean::waiting)
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(LockNotAcquiredException.Reason.INTERRUPTED));
			assertThat(Thread.interrupted()).isTrue();
			elsewhere.release();
			assertThat(LockedContexts.isTaken(beans, "waiting")).isFalse();
			work.own.complete("done");
			assertThat(bean.waiting()).succeedsWithin(10, TimeUnit.SECONDS);
		});
	}

	private static void run(Check check) {
		LockedContexts.with(Work.class, Stages.class)
			.run((context) -> check.run(context, context.getBean(Stages.class), context.getBean(Work.class)));
	}

	interface Check {

		void run(BeanFactory beans, Stages bean, Work work) throws Exception;

	}

	static class Work {

		final CompletableFuture<String> own = new CompletableFuture<>();

		@Nullable LockHandle handle;

		@Nullable Thread thread;

		LockHandle handle() {
			assertThat(this.handle).isNotNull();
			return this.handle;
		}

		CompletableFuture<String> start() {
			this.handle = LockHandle.current();
			this.thread = Thread.currentThread();
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
			return ClosedStage.of(this.work.start());
		}

		@DistributedLock(key = "stage", waitTime = "0", onLost = OnLost.INTERRUPT)
		public CompletableFuture<String> urgent() {
			return this.work.start();
		}

		@DistributedLock(key = "waiting", waitTime = "20s")
		public CompletableFuture<String> waiting() {
			return this.work.start();
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public CompletableFuture<String> throwing() {
			throw new IllegalStateException("thrown");
		}

		@DistributedLock(key = "stage", waitTime = "0")
		public @Nullable CompletableFuture<String> nothing() {
			return null;
		}

	}

}
