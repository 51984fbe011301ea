package io.lockstarter.observability.diagnosis;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.ReleaseMode;
import io.lockstarter.engine.LeaderOwner;
import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockObserver;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.engine.RetrySettings;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.testsupport.VirtualTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Tests the help for finding slow, busy and lost locks. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
@SuppressWarnings("NullAway")
class DiagnosisTests {

	private final LockStore store = new InMemoryLockStore(MonotonicClock.system());

	private final LockThreads threads = new LockThreads(MonotonicClock.system());

	private final SlowHolds slowHolds = new SlowHolds(Duration.ofMillis(20), MonotonicClock.system(), this.threads,
			this.threads.results());

	private final LockEngine locks = engine("shop--pod-7--1", this.slowHolds);

	DiagnosisTests() {
		this.slowHolds.watch(this.locks::snapshot);
	}

	private LockEngine engine(String name, LockObserver... observers) {
		return new LockEngine(this.store,
				new LockSettings(name, Duration.ofMinutes(2), Duration.ofSeconds(5), null, RetrySettings.DEFAULT,
						Duration.ofSeconds(2), ReleaseMode.SYNC, HandOffSettings.DEFAULT, false),
				List.of(), List.of(observers), this.threads);
	}

	@AfterEach
	void close() {
		this.locks.close(Duration.ZERO);
		this.threads.close();
	}

	@Test
	void slowHoldIsLoggedOnceWithTheStackOfItsThread(CapturedOutput output) {
		LockHandle handle = this.locks.acquire("slow");
		await().until(() -> output.getOut().contains("Lock 'slow' has been held for"));
		LockHandle second = this.locks.acquire("slow too");
		await().until(() -> output.getOut().contains("Lock 'slow too' has been held for"));
		assertThat(output.getOut().split("Lock 'slow' has been held for", -1)).as("once").hasSize(2);
		assertThat(output).contains("by thread '" + Thread.currentThread().getName() + "'",
				DiagnosisTests.class.getName() + ".slowHoldIsLogged");
		second.close();
		handle.close();
	}

	@Test
	void holdOfALeaderIsNotSlow(CapturedOutput output) {
		this.locks.acquireCustomized(List.of(LockRequest.of("led")), new LeaderOwner()).toCompletableFuture().join();
		// Both are acquired before the check that reports the second one.
		LockHandle handle = this.locks.acquire("slow");
		await().until(() -> output.getOut().contains("Lock 'slow' has been held for"));
		assertThat(output).doesNotContain("Lock 'led' has been held for");
		handle.close();
	}

	@Test
	void exceptionOfAWaiterNamesTheHolderInAnotherInstance() {
		this.locks.acquire("k");
		LockEngine other = engine("cart");
		assertThat(busy(other, "k")).matches("Lock 'k' was busy for \\d+ ms: held by shop@pod-7 for \\d+ m?s\\. .*");
		other.close(Duration.ZERO);
	}

	@Test
	void exceptionOfAWaiterNamesTheThreadInItsInstance() throws Exception {
		this.locks.acquire("k");
		AtomicReference<String> message = new AtomicReference<>();
		var unused = this.locks.acquireAsync(LockRequest.of("k").withWaitTime(Duration.ofMinutes(1)));
		Thread waiter = new Thread(() -> message.set(busy(this.locks, "k")));
		waiter.start();
		waiter.join();
		assertThat(message.get()).contains(
				"held by shop@pod-7 (thread '" + Thread.currentThread().getName() + "' of this instance) for ",
				", 1 waiting here. ");
	}

	@Test
	void deadlockIsNamedInTheExceptionOfAWaiter() throws Exception {
		CountDownLatch both = new CountDownLatch(2);
		AtomicReference<String> message = new AtomicReference<>();
		Thread first = new Thread(() -> {
			try (LockHandle a = this.locks.acquire("a")) {
				meet(both);
				message.set(busy(this.locks, "b"));
				assertThat(a.isHeld()).isTrue();
			}
		}, "first");
		Thread second = new Thread(() -> {
			try (LockHandle b = this.locks.acquire("b")) {
				meet(both);
				this.locks.acquire(LockRequest.of("a").withWaitTime(Duration.ofMinutes(1))).close();
				assertThat(b.isHeld()).isTrue();
			}
		}, "second");
		first.start();
		second.start();
		first.join();
		second.join();
		assertThat(message.get()).contains("This is a deadlock: thread 'first' waits for 'b', which thread 'second' "
				+ "holds; it waits for 'a', which thread 'first' holds. Acquire the keys in the same order");
	}

	@Test
	void lossesCountWithinTheirWindow() {
		VirtualTime time = new VirtualTime();
		RecentLosses losses = new RecentLosses(Duration.ofMinutes(1), time);
		losses.on(lost(LockLostException.Reason.EXPIRED), this);
		losses.on(lost(LockLostException.Reason.NOT_OURS), this);
		losses.on(lost(LockLostException.Reason.MAX_HOLD), this);
		assertThat(losses.count()).as("a maximum hold is intended").isEqualTo(2);
		time.pass(Duration.ofSeconds(59));
		assertThat(losses.count()).isEqualTo(2);
		time.pass(Duration.ofSeconds(2));
		assertThat(losses.count()).isZero();
	}

	private static LockEvent lost(LockLostException.Reason reason) {
		return new LockEvent.Lost(LockRequest.of("k"), 1, Instant.EPOCH, "t", Duration.ZERO, reason);
	}

	private static void meet(CountDownLatch both) {
		both.countDown();
		try {
			both.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String busy(LockEngine engine, String key) {
		return catchThrowableOfType(LockNotAcquiredException.class,
				() -> engine.acquire(LockRequest.of(key).withWaitTime(Duration.ofMillis(700))))
			.getMessage();
	}

}
