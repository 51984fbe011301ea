package io.lockstarter.aop.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockScope;
import io.lockstarter.LockService;
import io.lockstarter.aop.LockedContexts;
import io.micrometer.context.ContextRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;

/** A method that returns a stage runs on an executor, in the context of its caller. */
class StageExecutorTests {

	private final StageJobs.Tasks tasks = new StageJobs.Tasks();

	@Test
	void cancellationBeforeTheMethodStartsReleasesAtOnce() {
		StageJobs.run((context, jobs, work) -> {
			StageJobs held = StageJobs.proxy(context, work, this.tasks);
			CompletableFuture<String> result = held.patient();
			this.tasks.awaitOne();
			assertThat(LockedContexts.isLocked(context, "k")).isTrue();
			assertThat(result.cancel(true)).isTrue();
			Awaitility.await().until(() -> !LockedContexts.isLocked(context, "k"));
			this.tasks.runAll();
			assertThat(work.calls).hasValue(0);
		});
	}

	@Test
	void rejectingExecutorFailsTheStageAfterTheRelease() {
		StageJobs.run((context, jobs, work) -> {
			StageJobs rejected = StageJobs.proxy(context, work, (task) -> {
				throw new RejectedExecutionException("full");
			});
			assertThat(rejected.patient()).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(RejectedExecutionException.class)
				.withMessageContaining("patient()")
				.withMessageContaining("[k]")
				.withMessageContaining("distributed-lock.executor")
				.havingCause()
				.withMessage("full");
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	@Test
	void executorThatCannotBeDescribedLeavesNoLock() {
		StageJobs.run((context, jobs, work) -> {
			StageJobs failing = StageJobs.proxy(context, work, new Executor() {
				@Override
				public void execute(Runnable task) {
					throw new IllegalStateException("not created");
				}

				@Override
				public String toString() {
					throw new IllegalStateException("not created");
				}
			});
			assertThat(failing.patient()).failsWithin(20, TimeUnit.SECONDS);
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	@Test
	void fallbackOfACanceledCallDoesNotRun() {
		StageJobs.run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			StageJobs delayed = StageJobs.proxy(context, work, this.tasks);
			CompletableFuture<String> canceled = delayed.withFallback();
			this.tasks.awaitOne();
			canceled.cancel(true);
			this.tasks.runAll();
			assertThat(work.fallbacks).hasValue(0);
		});
	}

	@Test
	void refusalOfABusyLockSurvivesARejectingExecutor() {
		StageJobs.run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			StageJobs rejected = StageJobs.proxy(context, work, (task) -> {
				throw new RejectedExecutionException("full");
			});
			PendingStageTests.assertRefused(rejected.impatient());
		});
	}

	@Test
	void executorThatShutsDownFailsTheStageAfterTheRelease() {
		StageJobs.run((context, jobs, work) -> {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
			executor.setCorePoolSize(1);
			executor.initialize();
			CompletableFuture<Void> busy = new CompletableFuture<>();
			executor.execute(busy::join);
			CompletableFuture<String> result = StageJobs.proxy(context, work, executor).patient();
			Awaitility.await().until(() -> executor.getQueueSize() == 1);
			executor.shutdown();
			busy.complete(null);
			assertThat(result).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(RejectedExecutionException.class);
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	@Test
	void methodIsNotCalledIfTheLockIsLostBeforeItStarts() {
		StageJobs.run((context, jobs, work) -> {
			StageJobs delayed = StageJobs.proxy(context, work, this.tasks);
			CompletableFuture<String> result = delayed.patient();
			this.tasks.awaitOne();
			String token = context.getBean(LockService.class).inspect("k").orElseThrow().token();
			assertThat(context.getBean(LockService.class).release("k", token)).isTrue();
			this.tasks.runAll();
			assertThat(result).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LockLostException.class);
			assertThat(work.calls).hasValue(0);
		});
	}

	@Test
	void fallbackRunsOnTheExecutor() {
		StageJobs.run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.withFallback()).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("BUSY on method");
		});
	}

	@Test
	void waitingCallEndsAtShutdown() {
		CompletableFuture<?>[] waiting = new CompletableFuture<?>[1];
		StageJobs.run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			waiting[0] = jobs.patient();
		});
		assertThat(waiting[0]).failsWithin(20, TimeUnit.SECONDS)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(LockNotAcquiredException.class);
	}

	@Test
	void methodRunsInTheScopesOfItsCaller() {
		StageJobs.run((context, jobs, work) -> {
			LockHandle outer = LockedContexts.holdElsewhere(context, "outer");
			try (LockScope scope = LockScope.open(outer)) {
				assertThat(scope).isNotNull();
				assertThat(jobs.checking()).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("held");
				LockedContexts.lose(context, outer);
				Awaitility.await().until(() -> !outer.isHeld());
				assertThat(jobs.checking()).failsWithin(20, TimeUnit.SECONDS)
					.withThrowableThat()
					.havingCause()
					.isInstanceOf(LockLostException.class);
			}
		});
	}

	@Test
	void methodRunsInTheContextOfItsCaller() {
		ThreadLocal<String> user = new ThreadLocal<>();
		ContextRegistry.getInstance().registerThreadLocalAccessor("user", user);
		try {
			StageJobs.run((context, jobs, work) -> {
				work.reading = user;
				user.set("alice");
				assertThat(jobs.reading()).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("alice");
			});
		}
		finally {
			user.remove();
			ContextRegistry.getInstance().removeThreadLocalAccessor("user");
		}
	}

}
