package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;

/** Closes a context that has locks, with real clients and a real server. */
@ParameterizedClass
@ValueSource(strings = { "lettuce", "jedis" })
class ShutdownTests {

	private static ObservedRedis redis;

	private final RecordingListener listener = new RecordingListener();

	private final ApplicationContextRunner application;

	ShutdownTests(String client) {
		this.application = LockContexts.redis(redis.server(), client)
			.withBean("listener", LockListener.class, () -> this.listener);
	}

	@BeforeAll
	static void startRedis() {
		redis = new ObservedRedis();
	}

	@AfterAll
	static void stopRedis() {
		redis.close();
	}

	@AfterEach
	void noKeyIsLeftInRedis() {
		assertThat(keysOfTheApplication()).isEmpty();
		// On a slow machine the start-up check may still run. The limit is shorter than
		// the ttl of a lock.
		Awaitility.await().atMost(10, TimeUnit.SECONDS).untilAsserted(() -> assertThat(redis.keys()).isEmpty());
	}

	/** Ignores the trial lock of the start-up check, which runs at the same time. */
	private static Stream<String> keysOfTheApplication() {
		return redis.keys().stream().filter((key) -> !key.startsWith("lock:~trial:"));
	}

	@Test
	void shutdownWaitsForAHolder() {
		this.application.run((context) -> {
			LockService locks = context.getBean(LockService.class);
			LockHandle handle = locks.acquire("order:42");
			CompletableFuture<Boolean> closed = Background.close(context.getSourceApplicationContext());
			awaitNoMoreLocks(locks);
			assertThat(handle.isHeld()).isTrue();
			// A request that was refused after it was sent is removed in the background.
			Awaitility.await().untilAsserted(() -> assertThat(keysOfTheApplication()).containsExactly("lock:order:42"));
			assertThat(closed).isNotDone();
			handle.close();
			assertThat(closed).succeedsWithin(30, TimeUnit.SECONDS);
			assertThat(this.listener.events()).endsWith("order:42 released")
				.doesNotContain("order:42 lost by SHUTDOWN");
		});
	}

	@Test
	void slowHolderLosesItsLockAtShutdown() {
		this.application.withPropertyValues("distributed-lock.shutdown-timeout=200ms").run((context) -> {
			LockHandle handle = context.getBean(LockService.class).acquire("order:42");
			long before = System.nanoTime();
			context.getSourceApplicationContext().close();
			assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(Duration.ofMillis(200));
			assertThat(handle.isHeld()).isFalse();
			assertThat(keysOfTheApplication()).isEmpty();
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.listener.events()).containsExactly("order:42 lost by SHUTDOWN"));
		});
	}

	@Test
	void waitersAreRefusedAtOnce() {
		this.application.run((context) -> {
			redis.put("lock:order:42", "another");
			LockService locks = context.getBean(LockService.class);
			LockRequest patient = LockRequest.of("order:42").withWaitTime(LockRequest.FOREVER);
			CompletableFuture<LockHandle> blocking = Background.run(() -> locks.acquire(patient));
			CompletableFuture<LockHandle> async = locks.acquireAsync(patient);
			LockHandle held = locks.acquire("held");
			CompletableFuture<Boolean> closed = Background.close(context.getSourceApplicationContext());
			assertRefused(blocking);
			assertRefused(async);
			assertThat(closed).isNotDone();
			held.close();
			assertThat(closed).succeedsWithin(30, TimeUnit.SECONDS);
			redis.delete("lock:order:42");
		});
	}

	@Test
	void runningTaskAcquiresLocksUntilItsExecutorStops() {
		this.application.withBean(ThreadPoolTaskExecutor.class).run((context) -> {
			LockService locks = context.getBean(LockService.class);
			CountDownLatch started = new CountDownLatch(1);
			CountDownLatch stopping = new CountDownLatch(1);
			ThreadPoolTaskExecutor executor = context.getBean(ThreadPoolTaskExecutor.class);
			executor.execute(() -> {
				started.countDown();
				awaitUninterruptibly(stopping);
				locks.acquire("late").close();
			});
			awaitUninterruptibly(started);
			CompletableFuture<Boolean> closed = Background.close(context.getSourceApplicationContext());
			Awaitility.await().until(() -> !executor.isRunning());
			stopping.countDown();
			assertThat(closed).succeedsWithin(30, TimeUnit.SECONDS);
			assertThat(this.listener.events()).containsExactly("late released");
		});
	}

	@Test
	void stopsAfterExecutorsAndBeforeTheConnectionFactory() {
		this.application.withBean(ThreadPoolTaskExecutor.class).run((context) -> {
			int phase = context.getBean(LockLifecycle.class).getPhase();
			assertThat(phase).isLessThan(context.getBean(ThreadPoolTaskExecutor.class).getPhase());
			assertThat(phase)
				.isGreaterThan(((SmartLifecycle) context.getBean(RedisConnectionFactory.class)).getPhase());
		});
	}

	@Test
	void failedStartLeavesNoLockBehind() {
		this.application.withPropertyValues("distributed-lock.shutdown-timeout=0")
			.withBean("failing", Failing.class)
			.run((context) -> assertThat(context).getFailure().hasStackTraceContaining("on purpose"));
	}

	private static void assertRefused(CompletableFuture<LockHandle> waiter) {
		assertThat(waiter).failsWithin(30, TimeUnit.SECONDS)
			.withThrowableThat()
			.havingCause()
			.isInstanceOfSatisfying(LockNotAcquiredException.class,
					(ex) -> assertThat(ex.reason()).isEqualTo(Reason.SHUTDOWN));
	}

	private static void awaitNoMoreLocks(LockService locks) {
		Awaitility.await().until(() -> {
			try {
				locks.acquire("probe").close();
				return false;
			}
			catch (LockNotAcquiredException ex) {
				return ex.reason() == Reason.SHUTDOWN;
			}
		});
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		Awaitility.await().until(() -> latch.getCount() == 0);
	}

	static class Failing {

		Failing(LockService locks) {
			locks.acquire("early");
			throw new IllegalStateException("on purpose");
		}

	}

}
