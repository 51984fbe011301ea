package io.lockstarter.aop.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.Requests;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The caller of a method that returns a stage waits neither for the lock nor for the
 * method.
 */
class PendingStageTests {

	@Test
	void callerReceivesItsStageWhileTheLockIsBusy() {
		StageJobs.run((context, jobs, work) -> {
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
		StageJobs.run((context, jobs, work) -> {
			Thread.currentThread().interrupt();
			CompletableFuture<String> result = jobs.patient();
			assertThat(Thread.interrupted()).isTrue();
			assertThat(result).succeedsWithin(20, TimeUnit.SECONDS);
		});
	}

	@Test
	void cancellationWhileWaitingEndsTheAttempt() {
		StageJobs.run((context, jobs, work) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.patient().cancel(true)).isTrue();
			assertEnded(context, work, elsewhere);
		});
	}

	@Test
	void timeOutWhileWaitingEndsTheAttempt() {
		StageJobs.run((context, jobs, work) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.patient().orTimeout(1, TimeUnit.MILLISECONDS)).failsWithin(20, TimeUnit.SECONDS);
			assertEnded(context, work, elsewhere);
		});
	}

	// If the attempt still waited, it would acquire the lock before the next caller.
	private static void assertEnded(ConfigurableApplicationContext context, StageJobs.Work work, LockHandle elsewhere) {
		elsewhere.release();
		LockHandle next = LockedContexts.holdElsewhere(context, "k");
		assertThat(context.getBean(Requests.class).acquired).hasSize(2);
		assertThat(work.calls).hasValue(0);
		next.release();
		assertThat(LockedContexts.isLocked(context, "k")).isFalse();
	}

	@Test
	void cancellationDuringTheMethodCancelsItsStage() {
		StageJobs.run((context, jobs, work) -> {
			CompletableFuture<String> result = jobs.canceling();
			work.caller.complete(result);
			assertThat(result).failsWithin(20, TimeUnit.SECONDS);
			Awaitility.await().until(work.own::isCancelled);
			Awaitility.await().until(() -> !LockedContexts.isLocked(context, "k"));
		});
	}

	@Test
	void lossInterruptsTheMethod() {
		StageJobs.run((context, jobs, work) -> {
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
		StageJobs
			.run((context, jobs, work) -> assertThat(jobs.withHandle("a", null)).succeedsWithin(20, TimeUnit.SECONDS)
				.isEqualTo("handle:a"));
	}

	@Test
	void busyLockFailsTheStageAndTheNextCallSucceeds() {
		StageJobs.run((context, jobs, work) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "k");
			assertRefused(jobs.impatient());
			elsewhere.release();
			assertThat(jobs.impatient()).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("ran");
		});
	}

	@Test
	void skippedCallCompletesEmpty() {
		StageJobs.run((context, jobs, work) -> {
			LockedContexts.holdElsewhere(context, "k");
			assertThat(jobs.skipping()).succeedsWithin(20, TimeUnit.SECONDS).isNull();
			assertThat(work.calls).hasValue(0);
		});
	}

	@Test
	void callThatTheConditionExcludesRunsAtOnce() {
		StageJobs.run((context, jobs, work) -> assertThat(jobs.conditional(false))
			.isCompletedWithValue("false on " + Thread.currentThread().getName()));
	}

	@Test
	void invalidKeyIsThrownAtOnce() {
		StageJobs.run((context, jobs, work) -> assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> jobs.withHandle(null, null))
			.withMessageContaining("id"));
	}

	@Test
	void callInsideALockedCallIsAnotherOwner() {
		StageJobs.run((context, jobs, work) -> context.getBean(LockService.class)
			.run(LockRequest.of("k"), () -> assertRefused(jobs.impatient())));
	}

	static void assertRefused(CompletableFuture<String> result) {
		assertThat(result).failsWithin(20, TimeUnit.SECONDS)
			.withThrowableThat()
			.havingCause()
			.isInstanceOfSatisfying(LockNotAcquiredException.class,
					(refusal) -> assertThat(refusal.reason()).isEqualTo(Reason.BUSY));
	}

}
