package io.lockstarter.aop.call;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.LockService;
import io.lockstarter.OnBusy;
import io.lockstarter.OnLost;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.engine.LockObserver;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * The calling thread acquires the lock of a method that returns a stage, and owns it
 * while the method runs. Each failure arrives in the stage.
 */
class StageCallTests {

	@Test
	void methodRunsOnTheThreadOfItsCaller() {
		run((context, jobs, work) -> {
			work.user.set("alice");
			assertThat(jobs.impatient()).isCompletedWithValue("k of alice");
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	@Test
	void callerWaitsForTheLock() {
		run((context, jobs, work) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			CompletableFuture<String> call = onAnotherThread(jobs::patient);
			Awaitility.await().until(() -> work.waiting.getCount() == 0);
			assertThat(call).isNotDone();
			elsewhere.release();
			assertThat(call).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("ran");
		});
	}

	@Test
	void interruptOfTheWaitingCallerFailsTheStage() {
		run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			Thread.currentThread().interrupt();
			assertRefused(jobs.patient(), Reason.INTERRUPTED);
			assertThat(Thread.interrupted()).isTrue();
		});
	}

	@Test
	void busyLockFailsTheStage() {
		run((context, jobs, work) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			assertRefused(jobs.impatient(), Reason.BUSY);
			elsewhere.release();
			assertThat(jobs.impatient()).succeedsWithin(20, TimeUnit.SECONDS);
		});
	}

	@Test
	void failureOfTheLockServerFailsTheStage() {
		run((context, jobs, work) -> {
			LockService failing = mock(LockService.class);
			LockServerException failure = new LockServerException("down", null);
			given(failing.acquire(any(LockRequest.class))).willThrow(failure);
			Jobs unlocked = Proxied.of(new Jobs(work), context, failing, Runnable::run);
			assertThat(unlocked.impatient()).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isSameAs(failure);
		});
	}

	@Test
	void skippedCallCompletesEmpty() {
		run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.skipping()).isCompletedWithValue(null);
		});
	}

	@Test
	void fallbackRunsOnTheThreadOfItsCaller() {
		run((context, jobs, work) -> {
			work.user.set("alice");
			LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.withFallback(true)).isCompletedWithValue("BUSY for alice");
		});
	}

	@Test
	void failureOfTheFallbackFailsTheStage() {
		run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.withFallback(false)).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.withMessage("no fallback");
		});
	}

	@Test
	void callThatTheConditionExcludesRunsWithoutTheLock() {
		run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.conditional(false)).isCompletedWithValue("ran");
		});
	}

	@Test
	void invalidKeyIsThrownAtOnce() {
		run((context, jobs, work) -> assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> jobs.withHandle(null, null))
			.withMessageContaining("id"));
	}

	@Test
	void methodReceivesItsHandle() {
		run((context, jobs, work) -> assertThat(jobs.withHandle("a", null)).isCompletedWithValue("handle:a"));
	}

	@Test
	void callInsideALockedCallIsNested() {
		run((context, jobs, work) -> context.getBean(LockService.class).run(LockRequest.of("k"), () -> {
			assertThat(jobs.impatient()).isCompleted();
			assertThat(LockedContexts.isLocked(context, "k")).isTrue();
		}));
	}

	@Test
	void callInsideTheMethodIsNested() {
		run((context, jobs, work) -> {
			CompletableFuture<String> own = new CompletableFuture<>();
			CompletableFuture<String> result = jobs.around(() -> assertThat(jobs.impatient()).isCompleted(), own);
			assertThat(LockedContexts.isLocked(context, "k")).isTrue();
			assertRefused(jobs.impatient(), Reason.BUSY);
			own.complete("done");
			assertThat(result).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("done");
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	@Test
	void lossInterruptsTheMethod() {
		run((context, jobs, work) -> {
			CompletableFuture<String> call = onAnotherThread(jobs::blocking);
			LockedContexts.lose(context, work.handle.get(20, TimeUnit.SECONDS));
			assertThat(call).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LockLostException.class);
		});
	}

	@Test
	void interruptOfTheMethodIsKeptForTheCaller() {
		run((context, jobs, work) -> {
			Thread.currentThread().interrupt();
			CompletableFuture<String> call = jobs.blocking();
			assertThat(Thread.interrupted()).isTrue();
			assertThat(call).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.withCauseInstanceOf(InterruptedException.class);
		});
	}

	private static CompletableFuture<String> onAnotherThread(Callable<CompletableFuture<String>> call) {
		CompletableFuture<String> result = new CompletableFuture<>();
		new Thread(() -> {
			try {
				result.complete(call.call().get());
			}
			catch (ExecutionException ex) {
				result.completeExceptionally(ex.getCause());
			}
			catch (Exception ex) {
				result.completeExceptionally(ex);
			}
		}).start();
		return result;
	}

	private static void assertRefused(CompletableFuture<String> result, Reason reason) {
		assertThat(result).isCompletedExceptionally()
			.failsWithin(20, TimeUnit.SECONDS)
			.withThrowableThat()
			.havingCause()
			.isInstanceOfSatisfying(LockNotAcquiredException.class,
					(refusal) -> assertThat(refusal.reason()).isEqualTo(reason));
	}

	private static void run(Check check) {
		LockedContexts.with(Work.class, Jobs.class)
			.run((context) -> check.run(context, context.getBean(Jobs.class), context.getBean(Work.class)));
	}

	interface Check {

		void run(ConfigurableApplicationContext context, Jobs jobs, Work work) throws Exception;

	}

	static class Work implements LockObserver {

		final ThreadLocal<String> user = new ThreadLocal<>();

		final CountDownLatch waiting = new CountDownLatch(1);

		final CompletableFuture<LockHandle> handle = new CompletableFuture<>();

		@Override
		public void on(LockEvent event, Object owner) {
			if (event instanceof LockEvent.Waiting) {
				this.waiting.countDown();
			}
		}

	}

	static class Jobs {

		private final Work work;

		Jobs(Work work) {
			this.work = work;
		}

		@DistributedLock(key = "k", waitTime = "1m")
		public CompletableFuture<String> patient() {
			return CompletableFuture.completedFuture("ran");
		}

		@DistributedLock(key = "k", waitTime = "0")
		public CompletableFuture<String> impatient() {
			return CompletableFuture.completedFuture(LockHandle.current().key() + " of " + this.work.user.get());
		}

		@DistributedLock(key = "k", waitTime = "0", onBusy = OnBusy.SKIP)
		public CompletableFuture<String> skipping() {
			return CompletableFuture.completedFuture("ran");
		}

		@DistributedLock(key = "k", waitTime = "0", fallbackMethod = "fallback")
		public CompletableFuture<String> withFallback(boolean succeeding) {
			return CompletableFuture.completedFuture("ran");
		}

		CompletableFuture<String> fallback(boolean succeeding, LockNotAcquiredException refusal) {
			if (!succeeding) {
				throw new IllegalStateException("no fallback");
			}
			return CompletableFuture.completedFuture(refusal.reason() + " for " + this.work.user.get());
		}

		@DistributedLock(key = "k", condition = "#locked")
		public CompletableFuture<String> conditional(boolean locked) {
			return CompletableFuture.completedFuture("ran");
		}

		@DistributedLock(key = "handle:#<id>")
		public CompletableFuture<String> withHandle(@Nullable String id, @Nullable LockHandle handle) {
			return CompletableFuture.completedFuture(Objects.requireNonNull(handle).key());
		}

		@DistributedLock(key = "k", waitTime = "0")
		public CompletableFuture<String> around(Runnable inner, CompletableFuture<String> result) {
			inner.run();
			return result;
		}

		@DistributedLock(key = "k", waitTime = "0", onLost = OnLost.INTERRUPT)
		public CompletableFuture<String> blocking() throws InterruptedException {
			this.work.handle.complete(LockHandle.current());
			new CountDownLatch(1).await();
			return CompletableFuture.completedFuture("ran");
		}

	}

}
