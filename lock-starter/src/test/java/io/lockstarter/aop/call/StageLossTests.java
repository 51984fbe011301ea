package io.lockstarter.aop.call;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import io.lockstarter.OnLost;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.call.LockedCall.RequestedLock;
import io.lockstarter.aop.call.LockedMethods.LockedMethod;
import io.lockstarter.aop.definition.LockDefinition;
import io.lockstarter.aop.definition.Permits;
import io.lockstarter.aop.definition.WhenBusy;
import org.aopalliance.intercept.MethodInvocation;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.ResolvableType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * A stage whose lock is lost with INTERRUPT is canceled first. After its end, the other
 * locks are released, and then the caller's stage completes.
 */
class StageLossTests {

	private final CompletableFuture<String> own = new CompletableFuture<>();

	@Test
	void otherLocksAreHeldUntilTheWorkIsCanceled() {
		run((beans, stages) -> {
			CompletableFuture<String> result = stages.two(this.own);
			CompletableFuture<List<Boolean>> atCancellation = this.own
				.handle((value, failure) -> List.of(LockedContexts.isLocked(beans, "b"), result.isDone()));
			CompletableFuture<Boolean> atCompletion = result
				.handle((value, failure) -> LockedContexts.isLocked(beans, "b"));
			lose(beans, "a");
			assertThat(atCancellation).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(List.of(true, false));
			assertThat(atCompletion).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(false);
			assertLost(result);
		});
	}

	@Test
	void otherLocksAreHeldUntilTheCanceledWorkHasEnded() {
		run((beans, stages) -> {
			AtomicBoolean canceled = new AtomicBoolean();
			CompletableFuture<String> slow = new CompletableFuture<>() {
				@Override
				public boolean cancel(boolean mayInterruptIfRunning) {
					canceled.set(true);
					return false;
				}
			};
			LockHandle both = beans.getBean(LockService.class)
				.acquireAsync(List.of(LockRequest.of("a"), LockRequest.of("b")))
				.toCompletableFuture()
				.join();
			CallHolds holds = new CallHolds(new LockedCall(mock(LockedMethod.class), mock(MethodInvocation.class),
					List.of(requested("a"), requested("b"))), both);
			LockedStage<String> result = new LockedStage<>(slow, holds,
					new UnfinishedWork(ResolvableType.forClass(Object.class), Object.class.getMethods()[0]),
					Duration.ofMinutes(10), Runnable::run);
			result.start();
			lose(beans, "a");
			Awaitility.await().untilTrue(canceled);
			assertThat(LockedContexts.isLocked(beans, "b")).isTrue();
			assertThat(result).isNotDone();
			slow.complete("done");
			assertLost(result);
			assertThat(LockedContexts.isLocked(beans, "b")).isFalse();
		});
	}

	@Test
	void workThatCannotBeCanceledKeepsTheOtherLocksForAShortTimeOnly() {
		run((beans, stages) -> {
			CompletionStage<String> result = stages.two(MinimalStage.of(this.own));
			lose(beans, "a");
			assertLost(result.toCompletableFuture());
			assertThat(LockedContexts.isLocked(beans, "b")).isFalse();
			assertThat(this.own).isNotDone();
		});
	}

	@Test
	void failureOfTheCanceledWorkIsASuppressedException() {
		run((beans, stages) -> {
			IllegalStateException failure = new IllegalStateException("stopped");
			CompletableFuture<String> result = stages.two(new CompletableFuture<>() {
				@Override
				public boolean cancel(boolean mayInterruptIfRunning) {
					return completeExceptionally(failure);
				}
			});
			lose(beans, "a");
			assertThat(assertLost(result).getSuppressed()).containsExactly(failure);
		});
	}

	private static void lose(BeanFactory beans, String key) {
		LockService locks = beans.getBean(LockService.class);
		assertThat(locks.release(key, locks.inspect(key).orElseThrow().holder().token())).isTrue();
	}

	private static Throwable assertLost(CompletableFuture<String> result) {
		CompletableFuture<Throwable> failure = result.handle((value, ex) -> ex);
		assertThat(failure).succeedsWithin(20, TimeUnit.SECONDS).isInstanceOf(LockLostException.class);
		return failure.join();
	}

	private static RequestedLock requested(String key) {
		return new RequestedLock(new LockDefinition(List.of(), null, null, true, null, null, false, LockType.EXCLUSIVE,
				Permits.NONE, WhenBusy.THROW, OnLost.INTERRUPT, null), LockRequest.of(key));
	}

	private static void run(Check check) {
		LockedContexts.with(Stages.class).run((context) -> check.run(context, context.getBean(Stages.class)));
	}

	interface Check {

		void run(BeanFactory beans, Stages stages);

	}

	static class Stages {

		@DistributedLock(key = { "a", "b" }, waitTime = "0", onLost = OnLost.INTERRUPT)
		public CompletableFuture<String> two(CompletableFuture<String> work) {
			return work;
		}

		@DistributedLock(key = { "a", "b" }, waitTime = "0", onLost = OnLost.INTERRUPT)
		public CompletionStage<String> two(CompletionStage<String> work) {
			return work;
		}

	}

}
