package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.EachRedisClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests the number of requests of fair, read/write and semaphore locks.
 */
@ParameterizedClass
@EachRedisClient
@Timeout(120)
class ClaimCostTests {

	private final RedisFixture redis = RedisFixture.start().patient();

	private final TestInstance instance;

	ClaimCostTests(RedisClient client) {
		this.instance = new TestInstance(new RedisLockStore(RedisFixture.ready(this.redis.connect(client)), "lock:"));
		for (LockType type : LockType.values()) {
			locks().acquire(request(type)).close(); // loads the scripts
		}
	}

	@AfterEach
	void stop() {
		this.instance.close();
		this.redis.close();
	}

	@ParameterizedTest
	@CsvSource({ "FAIR,false", "READ,false", "WRITE,false", "SEMAPHORE,false", "FAIR,true", "WRITE,true" })
	void uncontendedAcquireAndReleaseCostTwoRequests(LockType type, boolean fence) {
		LockRequest request = request(type).withFencing(fence);
		locks().acquire(request).close();
		this.redis.command("CONFIG", "RESETSTAT");
		for (int i = 0; i < 100; i++) {
			locks().acquire(request).close();
		}
		assertThat(this.redis.calls("evalsha")).isEqualTo(200);
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = "EXCLUSIVE", mode = EnumSource.Mode.EXCLUDE)
	void refusedTryCostsOneRequest(LockType type) throws Exception {
		LockType holder = (type == LockType.READ) ? LockType.WRITE : type;
		LockHandle held = CompletableFuture.supplyAsync(() -> locks().acquire(request(holder))).get();
		this.redis.command("CONFIG", "RESETSTAT");
		assertThat(locks().tryAcquire(request(type).withWaitTime(Duration.ZERO))).isEmpty();
		assertThat(this.redis.calls("evalsha")).isOne();
		held.close();
	}

	@ParameterizedTest
	@EnumSource(value = LockType.class, names = { "FAIR", "READ", "WRITE" })
	void reentryCostsNothing(LockType type) {
		try (LockHandle outer = locks().acquire(request(type))) {
			this.redis.command("CONFIG", "RESETSTAT");
			locks().acquire(request(type)).close();
			assertThat(this.redis.calls("evalsha")).isZero();
			assertThat(outer.isHeld()).isTrue();
		}
	}

	@Test
	void downgradeCostsOneRequest() {
		LockHandle write = locks().acquire(request(LockType.WRITE));
		LockHandle read = locks().acquire(request(LockType.READ));
		locks().inspect("k");
		this.redis.command("CONFIG", "RESETSTAT");
		write.close();
		assertThat(this.redis.calls("evalsha") + this.redis.calls("eval")).isBetween(1, 2);
		read.close();
	}

	/**
	 * One request joins the queue, and a message ends the wait. Waiters ask once more
	 * when the instance has subscribed, so this is true after the first ones.
	 */
	@Test
	void waiterCostsOneRequestUntilItsGrant() {
		LockRequest request = request(LockType.FAIR);
		await().untilAsserted(() -> assertThat(requestsOfAHandOver(request)).as("join and release").isEqualTo(2));
	}

	private int requestsOfAHandOver(LockRequest request) throws Exception {
		LockHandle held = locks().acquire(request);
		this.redis.command("CONFIG", "RESETSTAT");
		CompletableFuture<LockHandle> waiter = locks().acquireAsync(request);
		await().until(() -> this.redis.calls("evalsha") > 0);
		held.close();
		LockHandle granted = waiter.get();
		int requests = this.redis.calls("evalsha");
		granted.close();
		return requests;
	}

	/**
	 * Many waiters ask again in few batches, after each has asked by itself when the
	 * instance has subscribed.
	 */
	@Test
	void waitersAskAgainInBatches() throws Exception {
		LockRequest request = request(LockType.FAIR).withWaitTime(Duration.ofMinutes(1));
		LockHandle held = locks().acquire(request);
		List<CompletableFuture<LockHandle>> waiters = new ArrayList<>();
		for (int i = 0; i < 200; i++) {
			waiters.add(locks().acquireAsync(request));
		}
		await().until(() -> locks().inspect("k").orElseThrow().waiters().size() == 200);
		await().untilAsserted(() -> {
			this.redis.command("CONFIG", "RESETSTAT");
			await().pollInterval(Duration.ofMillis(100)).until(() -> this.redis.calls("zscore") > 1000);
			assertThat(this.redis.calls("evalsha")).as("requests for more than 200 places").isLessThan(100);
		});
		waiters.forEach((waiter) -> waiter.cancel(true));
		await().until(() -> locks().inspect("k").orElseThrow().waiters().isEmpty());
		held.close();
	}

	private static LockRequest request(LockType type) {
		LockRequest request = LockRequest.of((type == LockType.EXCLUSIVE) ? "x" : "k").withType(type);
		return (type == LockType.SEMAPHORE) ? request.withPermits(1) : request;
	}

	private LockEngine locks() {
		return this.instance.locks();
	}

}
