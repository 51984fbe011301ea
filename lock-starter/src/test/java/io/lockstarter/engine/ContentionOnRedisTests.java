package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.EachRedisClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests contention for one key on a real server. Numbers are those of the behaviors.
 */
@Timeout(180)
@ParameterizedClass
@EachRedisClient
class ContentionOnRedisTests {

	/**
	 * Longer than a busy machine stops a holder. Unconfirmed tokens of broken connections
	 * are kept for two of these.
	 */
	private static final Duration TTL = Duration.ofSeconds(8);

	private static final LockRequest K = LockRequest.of("k").withWaitTime(LockRequest.FOREVER).withTtl(TTL);

	private static final int INSTANCES = 3;

	private static final int CALLERS = 4;

	private static final int TIMES = 60;

	/** Each broken subscription delays a hand-off. */
	private static final int FEWER_TIMES = 15;

	private final RedisFixture redis = RedisFixture.start().patient();

	private final List<TestInstance> instances = new ArrayList<>();

	private final RedisClient client;

	/** Guarded by the lock that is tested. */
	private int count;

	ContentionOnRedisTests(RedisClient client) {
		this.client = client;
		IntStream.range(0, INSTANCES).forEach((i) -> this.instances.add(instance()));
	}

	@AfterEach
	void close() {
		this.instances.forEach(TestInstance::close);
		this.redis.close();
	}

	private TestInstance instance() {
		RedisConnectionFactory factory = RedisFixture.ready(this.redis.connect(this.client));
		return new TestInstance(new RedisLockStore(factory, "lock:"));
	}

	@ParameterizedTest // 30, 36
	@EnumSource
	void allCallersAcquireTheLockAndNothingIsLeft(CallerForm form) {
		contend(form, TIMES);
		assertThat(this.count).isEqualTo(INSTANCES * CALLERS * TIMES);
		assertThat(this.redis.command("PUBSUB", "CHANNELS").items()).as("one subscription each")
			.hasSizeLessThanOrEqualTo(INSTANCES);
		assertNothingIsLeft();
	}

	@ParameterizedTest // 28, 29, 30
	@EnumSource
	void brokenSubscriptionsOnlyAddLatency(CallerForm form) {
		AtomicBoolean done = new AtomicBoolean();
		CompletableFuture<Void> breaking = CompletableFuture.runAsync(() -> {
			while (!done.get()) {
				this.redis.command("CLIENT", "KILL", "TYPE", "pubsub");
				this.redis.command("PUBLISH", "lock:wake:1:nobody", "nonsense");
			}
		});
		int times = (form == CallerForm.THREAD) ? FEWER_TIMES : FEWER_TIMES / 3;
		contend(form, times);
		done.set(true);
		breaking.join();
		assertThat(this.count).isEqualTo(INSTANCES * CALLERS * times);
		assertNothingIsLeft();
	}

	@Test // 35
	void deadInstanceInTheQueueIsSkipped() {
		LockHandle held = this.instances.get(0).locks().acquire(K);
		RedisConnectionFactory dying = RedisFixture.ready(this.redis.connect(this.client));
		TestInstance gone = new TestInstance(new RedisLockStore(dying, "lock:"));
		CompletableFuture<LockHandle> never = gone.locks().acquireAsync(K);
		await().until(() -> waitingInRedis() == 1);
		CompletableFuture<LockHandle> next = this.instances.get(1).locks().acquireAsync(K);
		await().until(() -> waitingInRedis() == 2);
		// As if its machine had lost power: this subscriber does not reconnect.
		this.client.stop(dying);
		this.redis.command("CLIENT", "KILL", "TYPE", "pubsub");
		await().until(() -> this.redis.command("PUBSUB", "CHANNELS").items().size() <= 1);
		held.close();
		next.orTimeout(60, TimeUnit.SECONDS).join().close();
		assertThat(never).isNotDone();
		never.cancel(false);
		gone.close();
	}

	@Test
	void nothingIsPublishedWithoutWaiters() {
		this.redis.command("CONFIG", "RESETSTAT");
		IntStream.range(0, 50).forEach((i) -> this.instances.get(i % INSTANCES).locks().acquire(K).close());
		assertThat(this.redis.calls("publish")).isZero();
	}

	@Test // P6
	void waitersSendFewCommands() {
		LockHandle held = this.instances.get(0).locks().acquire(K);
		List<CompletableFuture<Void>> waiters = new ArrayList<>();
		for (int i = 0; i < 60; i++) {
			waiters.add(this.instances.get(1 + i % 2)
				.locks()
				.acquireAsync(K)
				.thenAccept(LockHandle::close)
				.toCompletableFuture());
		}
		await().until(() -> waitingInRedis() == 2);
		this.redis.command("CONFIG", "RESETSTAT");
		await().during(Duration.ofSeconds(2)).atMost(Duration.ofSeconds(30)).until(() -> true);
		assertThat(this.redis.calls("evalsha")).as("of two instances, within some seconds").isLessThan(60);
		held.close();
		waiters.forEach((waiter) -> waiter.orTimeout(60, TimeUnit.SECONDS).join());
		assertNothingIsLeft();
	}

	private int waitingInRedis() {
		String value = this.redis.command("GET", "lock:k").text();
		return value.isEmpty() ? 0 : value.split(" ").length - 1;
	}

	private void contend(CallerForm form, int times) {
		List<CompletableFuture<Void>> all = new ArrayList<>();
		for (TestInstance instance : this.instances) {
			for (int i = 0; i < CALLERS; i++) {
				all.add(form.repeat(instance, K, times, () -> this.count++));
			}
		}
		CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).orTimeout(150, TimeUnit.SECONDS).join();
	}

	private void assertNothingIsLeft() {
		Duration longest = TTL.multipliedBy(2).plus(TestTimeouts.LIMIT);
		this.instances.forEach((instance) -> await().atMost(longest).until(() -> instance.entries() == 0));
		await().untilAsserted(() -> assertThat(this.redis.command("KEYS", "*").items()).isEmpty());
	}

}
