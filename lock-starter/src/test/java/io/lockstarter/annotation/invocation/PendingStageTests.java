package io.lockstarter.annotation.invocation;

import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.DistributedLock;
import io.lockstarter.IfBusy;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockScope;
import io.lockstarter.LockService;
import io.lockstarter.OnLost;
import io.lockstarter.annotation.LockedContexts;
import io.lockstarter.engine.LockThreads;
import io.micrometer.context.ContextRegistry;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The caller of a method that returns a stage waits neither for the lock nor for the
 * method.
 */
class PendingStageTests {

	private final Tasks tasks = new Tasks();

	@Test
	void callerReceivesItsStageWhileTheLockIsBusy() {
		run((context, jobs, work) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			CompletableFuture<String> result = jobs.patient();
			assertThat(result).isNotDone();
			assertThat(work.calls).hasValue(0);
			elsewhere.release();
			assertThat(result).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("k on method");
			assertThat(LockedContexts.isLocked(context, "k")).isFalse();
		});
	}

	@Test
	void interruptedCallerReceivesItsStage() {
		run((context, jobs, work) -> {
			Thread.currentThread().interrupt();
			CompletableFuture<String> result = jobs.patient();
			assertThat(Thread.interrupted()).isTrue();
			assertThat(result).succeedsWithin(20, TimeUnit.SECONDS);
		});
	}

	@Test
	void cancellationWhileWaitingEndsTheAttempt() {
		run((context, jobs, work) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.patient().cancel(true)).isTrue();
			assertEnded(context, work, elsewhere);
		});
	}

	@Test
	void timeOutWhileWaitingEndsTheAttempt() {
		run((context, jobs, work) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.patient().orTimeout(1, TimeUnit.MILLISECONDS)).failsWithin(20, TimeUnit.SECONDS);
			assertEnded(context, work, elsewhere);
		});
	}

	// If the attempt still waited, it would acquire the lock before the next caller.
	private static void assertEnded(ConfigurableApplicationContext context, Work work, LockHandle elsewhere) {
		elsewhere.release();
		LockHandle next = LockedContexts.holdElsewhere(context, "k");
		assertThat(work.calls).hasValue(0);
		next.release();
		assertThat(LockedContexts.isLocked(context, "k")).isFalse();
	}

	@Test
	void cancellationBeforeTheMethodStartsReleasesAtOnce() {
		run((context, jobs, work) -> {
			Jobs held = proxy(context, work, this.tasks);
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
	void cancellationDuringTheMethodCancelsItsStage() {
		run((context, jobs, work) -> {
			CompletableFuture<String> result = jobs.canceling();
			work.caller.complete(result);
			assertThat(result).failsWithin(20, TimeUnit.SECONDS);
			Awaitility.await().until(work.own::isCancelled);
			Awaitility.await().until(() -> !LockedContexts.isLocked(context, "k"));
		});
	}

	@Test
	void rejectingExecutorFailsTheStageAfterTheRelease() {
		run((context, jobs, work) -> {
			Jobs rejected = proxy(context, work, (task) -> {
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
	void refusalOfABusyLockSurvivesARejectingExecutor() {
		run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			Jobs rejected = proxy(context, work, (task) -> {
				throw new RejectedExecutionException("full");
			});
			assertRefused(rejected.impatient());
		});
	}

	@Test
	void executorThatShutsDownFailsTheStageAfterTheRelease() {
		run((context, jobs, work) -> {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
			executor.setCorePoolSize(1);
			executor.initialize();
			CompletableFuture<Void> busy = new CompletableFuture<>();
			executor.execute(busy::join);
			CompletableFuture<String> result = proxy(context, work, executor).patient();
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
		run((context, jobs, work) -> {
			Jobs delayed = proxy(context, work, this.tasks);
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
	void lossInterruptsTheMethod() {
		run((context, jobs, work) -> {
			CompletableFuture<String> result = jobs.blocking();
			LockedContexts.lose(context, work.handle.get(20, TimeUnit.SECONDS));
			assertThat(result).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LockLostException.class);
		});
	}

	@Test
	void methodReceivesItsHandle() {
		run((context, jobs, work) -> assertThat(jobs.withHandle("a", null)).succeedsWithin(20, TimeUnit.SECONDS)
			.isEqualTo("handle:a"));
	}

	@Test
	void busyLockFailsTheStageAndTheNextCallSucceeds() {
		run((context, jobs, work) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			assertRefused(jobs.impatient());
			elsewhere.release();
			assertThat(jobs.impatient()).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("ran");
		});
	}

	@Test
	void skippedCallCompletesEmpty() {
		run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.skipping()).succeedsWithin(20, TimeUnit.SECONDS).isNull();
			assertThat(work.calls).hasValue(0);
		});
	}

	@Test
	void fallbackRunsOnTheExecutor() {
		run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.withFallback()).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("BUSY on method");
		});
	}

	@Test
	void callThatTheConditionExcludesRunsAtOnce() {
		run((context, jobs, work) -> assertThat(jobs.conditional(false))
			.isCompletedWithValue("false on " + Thread.currentThread().getName()));
	}

	@Test
	void invalidKeyIsThrownAtOnce() {
		run((context, jobs, work) -> assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> jobs.withHandle(null, null))
			.withMessageContaining("id"));
	}

	@Test
	void waitingCallEndsAtShutdown() {
		CompletableFuture<?>[] waiting = new CompletableFuture<?>[1];
		run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			waiting[0] = jobs.patient();
		});
		assertThat(waiting[0]).failsWithin(20, TimeUnit.SECONDS)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(LockNotAcquiredException.class);
	}

	@Test
	void callInsideALockedCallIsAnotherOwner() {
		run((context, jobs, work) -> context.getBean(LockService.class)
			.run(LockRequest.of("k"), () -> assertRefused(jobs.impatient())));
	}

	@Test
	void methodRunsInTheScopesOfItsCaller() {
		run((context, jobs, work) -> {
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
			run((context, jobs, work) -> {
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

	private static void assertRefused(CompletableFuture<String> result) {
		assertThat(result).failsWithin(20, TimeUnit.SECONDS)
			.withThrowableThat()
			.havingCause()
			.isInstanceOfSatisfying(LockNotAcquiredException.class,
					(refusal) -> assertThat(refusal.reason()).isEqualTo(Reason.BUSY));
	}

	private static void run(Check check) {
		LockedContexts.with().run((context) -> {
			Work work = new Work();
			check.run(context, proxy(context, work, (task) -> new Thread(task, "method").start()), work);
		});
	}

	private static Jobs proxy(ConfigurableApplicationContext context, Work work, Executor methods) {
		return Proxied.of(new Jobs(work), context, context.getBean(LockService.class), methods,
				context.getBean(LockThreads.class).results());
	}

	interface Check {

		void run(ConfigurableApplicationContext context, Jobs jobs, Work work) throws Exception;

	}

	/** Keeps tasks until a test runs them. */
	private static final class Tasks implements Executor {

		private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();

		@Override
		public void execute(Runnable task) {
			this.queue.add(task);
		}

		void awaitOne() {
			Awaitility.await().until(() -> !this.queue.isEmpty());
		}

		void runAll() {
			this.queue.forEach(Runnable::run);
		}

	}

	static class Work {

		final AtomicInteger calls = new AtomicInteger();

		final CompletableFuture<String> own = new CompletableFuture<>();

		final CompletableFuture<CompletableFuture<String>> caller = new CompletableFuture<>();

		final CompletableFuture<LockHandle> handle = new CompletableFuture<>();

		ThreadLocal<String> reading = new ThreadLocal<>();

	}

	static class Jobs {

		private final Work work;

		Jobs(Work work) {
			this.work = work;
		}

		@DistributedLock(key = "k", waitTime = "1m")
		public CompletableFuture<String> patient() {
			this.work.calls.incrementAndGet();
			return CompletableFuture.completedFuture(LockHandle.current().key() + where());
		}

		@DistributedLock(key = "k", waitTime = "0")
		public CompletableFuture<String> impatient() {
			return CompletableFuture.completedFuture("ran");
		}

		@DistributedLock(key = "k", waitTime = "0", ifBusy = IfBusy.SKIP)
		public CompletableFuture<String> skipping() {
			this.work.calls.incrementAndGet();
			return CompletableFuture.completedFuture("ran");
		}

		@DistributedLock(key = "k", waitTime = "0", fallbackMethod = "fallback")
		public CompletableFuture<String> withFallback() {
			return CompletableFuture.completedFuture("ran");
		}

		CompletableFuture<String> fallback(LockNotAcquiredException refusal) {
			return CompletableFuture.completedFuture(refusal.reason() + where());
		}

		@DistributedLock(key = "k", condition = "#locked")
		public CompletableFuture<String> conditional(boolean locked) {
			return CompletableFuture.completedFuture(locked + where());
		}

		@DistributedLock(key = "handle:#<id>")
		public CompletableFuture<String> withHandle(@Nullable String id, @Nullable LockHandle handle) {
			return CompletableFuture.completedFuture(Objects.requireNonNull(handle).key());
		}

		@DistributedLock(key = "k", onLost = OnLost.INTERRUPT)
		public CompletableFuture<String> blocking() throws InterruptedException {
			this.work.handle.complete(LockHandle.current());
			new CountDownLatch(1).await();
			return this.work.own;
		}

		@DistributedLock(key = "k")
		public CompletableFuture<String> canceling() {
			this.work.caller.join().cancel(true);
			return this.work.own;
		}

		@DistributedLock(key = "inner")
		public CompletableFuture<String> checking() {
			LockScope.ensureHeld();
			return CompletableFuture.completedFuture("held");
		}

		@DistributedLock(key = "inner")
		public CompletableFuture<String> reading() {
			return CompletableFuture.completedFuture(this.work.reading.get());
		}

		private static String where() {
			return " on " + Thread.currentThread().getName();
		}

	}

}
