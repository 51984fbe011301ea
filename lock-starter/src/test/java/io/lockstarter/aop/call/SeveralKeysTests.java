package io.lockstarter.aop.call;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import io.lockstarter.OnLost;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.Requests;
import io.lockstarter.aop.call.LockedCall.RequestedLock;
import io.lockstarter.aop.call.LockedMethods.LockedMethod;
import io.lockstarter.aop.definition.LockDefinition;
import io.lockstarter.aop.definition.Permits;
import io.lockstarter.aop.definition.WhenBusy;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;

/** A call acquires all of its keys or none, and all calls use the same order. */
class SeveralKeysTests {

	@Test
	void keysAreAcquiredInTextOrderAndReleasedInReverseOrder() {
		LockedContexts.with(Transfers.class).run((context) -> {
			context.getBean(Transfers.class).transfer("b", "a");
			context.getBean(Transfers.class).transfer("a", "b");
			assertThat(context.getBean(Requests.class).order).containsExactly("+account:a", "+account:b", "-account:b",
					"-account:a", "+account:a", "+account:b", "-account:b", "-account:a");
		});
	}

	@Test
	void repeatedKeyIsAcquiredOnce() {
		LockedContexts.with(Transfers.class).run((context) -> {
			context.getBean(Transfers.class).transfer("a", "a");
			assertThat(context.getBean(Transfers.class).transferLater("a", "a")).succeedsWithin(20, TimeUnit.SECONDS);
			// The event of an asynchronous release may come after the result.
			await().untilAsserted(() -> assertThat(context.getBean(Requests.class).order).containsExactly("+account:a",
					"-account:a", "+account:a", "-account:a"));
		});
	}

	@Test
	void noKeyIsKeptWhenOneIsBusy() {
		LockedContexts.with(Transfers.class).run((context) -> {
			LockedContexts.holdElsewhere(context, "account:b");
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> context.getBean(Transfers.class).transfer("a", "b"))
				.satisfies((ex) -> assertThat(ex.key()).isEqualTo("account:b"));
			assertThat(LockedContexts.isLocked(context, "account:a")).isFalse();
		});
	}

	@Test
	void minHoldDoesNotKeepAnUnusedKey() {
		LockedContexts.with(Transfers.class).run((context) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "job:b");
			Transfers bean = context.getBean(Transfers.class);
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(bean::job);
			assertThat(LockedContexts.isLocked(context, "job:a")).isFalse();
			assertThat(bean.jobLater()).failsWithin(20, TimeUnit.SECONDS)
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(LockNotAcquiredException.class);
			assertThat(LockedContexts.isLocked(context, "job:a")).isFalse();
			elsewhere.release();
			bean.job();
			assertThat(LockedContexts.isLocked(context, "job:a")).isTrue();
			assertThat(LockedContexts.isLocked(context, "job:b")).isTrue();
		});
	}

	@Test
	void minHoldKeepsTheKeyOfTheEnclosingCall() {
		LockedContexts.with(Transfers.class).run((context) -> {
			LockedContexts.holdElsewhere(context, "job:b");
			Transfers bean = context.getBean(Transfers.class);
			bean.first(() -> assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(bean::job));
			assertThat(LockedContexts.isLocked(context, "job:a")).isTrue();
		});
	}

	@Test
	void handleIsHeldWhileAllKeysAreHeld() {
		LockedContexts.with(Transfers.class).run((context) -> {
			Transfers bean = context.getBean(Transfers.class);
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> bean.whileHeld("a", "b", () -> {
				LockHandle handle = LockHandle.current();
				assertThat(handle.key()).isEqualTo("account:a,account:b");
				assertThat(handle.isHeld()).isTrue();
				assertThat(handle.remaining()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(30));
				String token = context.getBean(LockService.class).inspect("account:b").orElseThrow().holder().token();
				context.getBean(LockService.class).release("account:b", token);
				assertThat(handle.isHeld()).isFalse();
			})).satisfies((ex) -> assertThat(ex.key()).isEqualTo("account:b"));
			assertThat(LockedContexts.isLocked(context, "account:a")).isFalse();
		});
	}

	@Test
	void fallbackOfTheBusyKeyIsCalled() {
		LockedContexts.with(Transfers.class).run((context) -> {
			LockHandle first = LockedContexts.holdElsewhere(context, "first");
			assertThat(context.getBean(Transfers.class).repeated()).isEqualTo("instead of first");
			first.release();
			LockedContexts.holdElsewhere(context, "second");
			assertThat(context.getBean(Transfers.class).repeated()).isEqualTo("instead of second");
			assertThat(LockedContexts.isLocked(context, "first")).isFalse();
		});
	}

	@Test
	void errorInOneReleaseDoesNotStopTheOtherReleases() {
		LockHandle first = mock(LockHandle.class);
		LockHandle second = mock(LockHandle.class);
		LockHandle both = mock(LockHandle.class);
		given(both.parts()).willReturn(List.of(first, second));
		willThrow(new StackOverflowError()).given(second).close();
		CallHolds holds = new CallHolds(new LockedCall(mock(LockedMethod.class), mock(MethodInvocation.class),
				List.of(requested("a"), requested("b"))), both);
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(holds::end);
		then(first).should().close();
	}

	@Test
	void methodDoesNotRunIfALeaseExpiresWhileWaitingForTheNextKey() {
		LockedContexts.with(Transfers.class).run((context) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "b");
			CompletableFuture<Void> later = CompletableFuture.runAsync(() -> {
				await().until(() -> context.getBean(Requests.class).lost.contains("a"));
				elsewhere.release();
			});
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> context.getBean(Transfers.class).shortLease())
				.satisfies((ex) -> assertThat(ex.key()).isEqualTo("a"));
			later.join();
			assertThat(LockedContexts.isLocked(context, "b")).isFalse();
		});
	}

	private static RequestedLock requested(String key) {
		LockRequest request = LockRequest.of(key);
		return new RequestedLock(new LockDefinition(List.of(), null, null, true, null, null, false, LockType.EXCLUSIVE,
				Permits.NONE, WhenBusy.THROW, OnLost.THROW, null), request);
	}

	static class Transfers {

		@DistributedLock(key = { "account:#<from>", "account:#<to>" }, waitTime = "0")
		public void transfer(String from, String to) {
		}

		@DistributedLock(key = { "account:#<from>", "account:#<to>" }, waitTime = "0")
		public CompletableFuture<String> transferLater(String from, String to) {
			return CompletableFuture.completedFuture("done");
		}

		@DistributedLock(key = { "account:#<from>", "account:#<to>" }, waitTime = "0")
		public void whileHeld(String from, String to, Runnable work) {
			work.run();
		}

		@DistributedLock(key = "second", waitTime = "0", fallbackMethod = "insteadOfSecond")
		@DistributedLock(key = "first", waitTime = "0", fallbackMethod = "insteadOfFirst")
		public String repeated() {
			return "ran";
		}

		@SuppressWarnings("UnusedMethod")
		private String insteadOfFirst() {
			return "instead of first";
		}

		@SuppressWarnings("UnusedMethod")
		private String insteadOfSecond() {
			return "instead of second";
		}

		@DistributedLock(key = { "job:a", "job:b" }, waitTime = "0", minHold = "30s")
		public void job() {
		}

		@DistributedLock(key = { "job:a", "job:b" }, waitTime = "0", minHold = "30s")
		public CompletableFuture<String> jobLater() {
			return CompletableFuture.completedFuture("done");
		}

		@DistributedLock(key = "job:a", waitTime = "0", minHold = "30s")
		public void first(Runnable work) {
			work.run();
		}

		@DistributedLock(key = { "a", "b" }, ttl = "100ms", waitTime = "20s", renew = false)
		public void shortLease() {
			throw new AssertionError("ran");
		}

	}

}
