package io.lockstarter.aop.call;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.OnBusy;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.aop.Requests;
import io.lockstarter.aop.call.DeferredReturn.Deferred;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/** A return type of the application decides how its calls are locked. */
class DeferredReturnTests {

	@Test
	void noLockIsAcquiredBeforeTheSubscription() {
		run((context, jobs, target) -> {
			Deferred<String> deferred = jobs.one(null);
			assertThat(target.started).isEmpty();
			assertThat(context.getBean(Requests.class).acquired).isEmpty();
			Received received = Received.of(deferred);
			assertThat(target.started(0)).isEqualTo("one");
			assertThat(LockedContexts.isLocked(context, "one")).isTrue();
			assertThat(received).isNotDone();
			target.complete(0, "done");
			assertThat(received.get(10, TimeUnit.SECONDS)).isEqualTo("done");
			assertThat(LockedContexts.isLocked(context, "one")).isFalse();
		});
	}

	@Test
	void failureReleasesAndIsDelivered() {
		run((context, jobs, target) -> {
			Received received = Received.of(jobs.one(null));
			target.started(0);
			target.fail(0, new IllegalStateException("broken"));
			assertThat(received).failsWithin(10, TimeUnit.SECONDS).withThrowableThat().withMessageContaining("broken");
			assertThat(LockedContexts.isLocked(context, "one")).isFalse();
		});
	}

	@Test
	void cancellationOfTheWorkReleases() {
		run((context, jobs, target) -> {
			Received received = Received.of(jobs.one(null));
			target.started(0);
			received.cancelWork();
			// If the work has just started, the thread that started it cancels it.
			Awaitility.await().untilAsserted(() -> assertThat(target.cancelled).containsExactly("one"));
			Awaitility.await().until(() -> !LockedContexts.isLocked(context, "one"));
		});
	}

	@Test
	void cancellationDuringTheWaitEndsTheAttempt() {
		run((context, jobs, target) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "one");
			Received received = Received.of(jobs.one(null));
			received.cancelWork();
			elsewhere.release();
			Received next = Received.of(jobs.one(null));
			target.started(0);
			target.complete(0, "done");
			assertThat(next.get(10, TimeUnit.SECONDS)).isEqualTo("done");
			assertThat(target.started).hasSize(1);
			assertThat(received).isNotDone();
		});
	}

	@Test
	void waitingCallStartsWhenTheLockIsReleased() {
		run((context, jobs, target) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "one");
			Received received = Received.of(jobs.one(null));
			assertThat(target.started).isEmpty();
			elsewhere.release();
			target.started(0);
			target.complete(0, "done");
			assertThat(received.get(10, TimeUnit.SECONDS)).isEqualTo("done");
		});
	}

	@Test
	void busyLockFollowsTheAnnotation() {
		run((context, jobs, target) -> {
			LockedContexts.holdElsewhere(context, "busy");
			assertThat(Received.of(jobs.skipped()).get(10, TimeUnit.SECONDS)).isNull();
			assertThat(Received.of(jobs.replaced()).get(10, TimeUnit.SECONDS)).isEqualTo("instead");
			assertThat(Received.of(jobs.refused())).failsWithin(10, TimeUnit.SECONDS)
				.withThrowableThat()
				.withCauseInstanceOf(LockNotAcquiredException.class);
			assertThat(target.started).isEmpty();
		});
	}

	@Test
	void severalKeysAreAcquiredAndAllReleased() {
		run((context, jobs, target) -> {
			Received received = Received.of(jobs.several());
			target.started(0);
			target.complete(0, "done");
			assertThat(received.get(10, TimeUnit.SECONDS)).isEqualTo("done");
			// The attempts are sent together, so their replies come in any order.
			List<String> order = List.copyOf(context.getBean(Requests.class).order);
			assertThat(order.subList(0, 2)).containsExactlyInAnyOrder("+a", "+b");
			assertThat(LockedContexts.isLocked(context, "a")).isFalse();
			assertThat(LockedContexts.isLocked(context, "b")).isFalse();
		});
	}

	@Test
	void busyKeyReleasesTheKeysBeforeIt() {
		run((context, jobs, target) -> {
			LockedContexts.holdElsewhere(context, "b");
			assertThat(Received.of(jobs.several())).failsWithin(10, TimeUnit.SECONDS)
				.withThrowableThat()
				.withCauseInstanceOf(LockNotAcquiredException.class);
			assertThat(LockedContexts.isLocked(context, "a")).isFalse();
		});
	}

	@Test
	void cancellationBetweenTwoKeysReleasesTheFirst() {
		run((context, jobs, target) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "y");
			Received received = Received.of(jobs.waiting());
			Awaitility.await().until(() -> LockedContexts.isLocked(context, "x"));
			received.cancelWork();
			Awaitility.await().until(() -> !LockedContexts.isLocked(context, "x"));
			elsewhere.release();
			assertThat(LockedContexts.isLocked(context, "y")).isFalse();
			assertThat(target.started).isEmpty();
		});
	}

	@Test
	void nullFromTheLockServiceIsRefused() {
		LockService service = mock(LockService.class);
		given(service.acquireAsync(any(LockRequest.class))).willReturn(CompletableFuture.completedFuture(null));
		LockedContexts.with().run((context) -> {
			Jobs jobs = Proxied.of(new Jobs(), context, service, Runnable::run, new DeferredReturn());
			assertThat(Received.of(jobs.one(null))).failsWithin(10, TimeUnit.SECONDS)
				.withThrowableThat()
				.withCauseInstanceOf(IllegalStateException.class);
		});
	}

	private static void run(Check check) {
		LockedContexts.with().run((context) -> {
			Jobs target = new Jobs();
			check.run(context, Proxied.of(target, context, new DeferredReturn()), target);
		});
	}

	interface Check {

		void run(ConfigurableApplicationContext context, Jobs proxy, Jobs target) throws Exception;

	}

	/** Records what an observer of a deferred value received. */
	static final class Received extends CompletableFuture<@Nullable String> {

		private Runnable cancellation = () -> {
		};

		static Received of(Deferred<String> deferred) {
			Received received = new Received();
			received.cancellation = deferred.subscribe((value, failure) -> {
				if (failure != null) {
					received.completeExceptionally(failure);
				}
				else {
					received.complete(value);
				}
			});
			return received;
		}

		void cancelWork() {
			this.cancellation.run();
		}

	}

	static class Jobs {

		final List<String> started = new CopyOnWriteArrayList<>();

		final List<String> cancelled = new CopyOnWriteArrayList<>();

		private final List<BiConsumer<@Nullable String, @Nullable Throwable>> observers = new CopyOnWriteArrayList<>();

		@DistributedLock(key = "one", waitTime = "20s")
		public Deferred<String> one(@Nullable LockHandle handle) {
			assertThat(handle).isNotNull().isSameAs(LockHandle.current());
			return work("one");
		}

		@DistributedLock(key = "busy", waitTime = "0", onBusy = OnBusy.SKIP)
		public Deferred<String> skipped() {
			return work("skipped");
		}

		@DistributedLock(key = "busy", waitTime = "0", fallbackMethod = "instead")
		public Deferred<String> replaced() {
			return work("replaced");
		}

		Deferred<String> instead() {
			return (observer) -> {
				observer.accept("instead", null);
				return () -> {
				};
			};
		}

		@DistributedLock(key = "busy", waitTime = "0")
		public Deferred<String> refused() {
			return work("refused");
		}

		@DistributedLock(key = { "a", "b" }, waitTime = "0")
		public Deferred<String> several() {
			return work("several");
		}

		@DistributedLock(key = { "x", "y" }, waitTime = "20s")
		public Deferred<String> waiting() {
			return work("waiting");
		}

		private Deferred<String> work(String name) {
			return (observer) -> {
				synchronized (this) {
					this.observers.add(observer);
					this.started.add(name);
				}
				return () -> this.cancelled.add(name);
			};
		}

		/** Waits until the work at a position has started. */
		String started(int index) {
			Awaitility.await().until(() -> {
				synchronized (this) {
					return this.started.size() > index;
				}
			});
			return this.started.get(index);
		}

		void complete(int index, String value) {
			this.observers.get(index).accept(value, null);
		}

		void fail(int index, Throwable failure) {
			this.observers.get(index).accept(null, failure);
		}

	}

}
