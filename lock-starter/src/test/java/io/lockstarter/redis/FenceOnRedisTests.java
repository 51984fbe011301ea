package io.lockstarter.redis;

import java.time.Duration;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.TestInstance;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** P9: fencing numbers increase even if the counter is lost. */
@ParameterizedClass
@EnumSource(RedisClient.class)
class FenceOnRedisTests {

	private static final String COUNTER = "lock:~fence:{lock:k}";

	private final RedisFixture redis = RedisFixture.start().patient();

	private final RedisLockStore store;

	private final TestInstance instance;

	FenceOnRedisTests(RedisClient client) {
		this.store = new RedisLockStore(RedisFixture.ready(this.redis.connect(client)), "lock:");
		this.instance = new TestInstance(this.store);
	}

	@AfterEach
	void stop() {
		this.instance.close();
		this.redis.close();
	}

	private long next() {
		try (LockHandle handle = this.instance.locks().acquire(LockRequest.of("k").withFencing(true))) {
			return handle.fencingNumber().orElseThrow();
		}
	}

	@Test
	void numberIncreasesWithEachHold() {
		long before = 0;
		for (int i = 0; i < 100; i++) {
			long number = next();
			assertThat(number).isGreaterThan(before);
			before = number;
		}
	}

	@Test
	void fencedAcquireIsOneScript() {
		next();
		this.redis.command("CONFIG", "RESETSTAT");
		next();
		assertThat(this.redis.calls("evalsha")).as("acquire and release").isEqualTo(2);
	}

	@Test
	void numbersIncreaseAfterTheCounterHasExpired() {
		long before = next();
		assertThat(Long.parseLong(this.redis.command("PTTL", COUNTER).text())).isPositive();
		this.redis.command("DEL", COUNTER);
		assertThat(next()).isGreaterThan(before);
	}

	@Test
	void counterAheadOfTheClockContinues() {
		next();
		String ahead = "8000000000000000";
		this.redis.command("SET", COUNTER, ahead);
		assertThat(next()).isEqualTo(Long.parseLong(ahead) + 1);
		long kept = Long.parseLong(this.redis.command("PTTL", COUNTER).text());
		assertThat(kept).as("it lasts until the clock is past the number")
			.isGreaterThan(Long.parseLong(ahead) / 1000 / 2);
	}

	/** Simulates a forward jump of the server's clock. */
	@Test // 60
	void lockThatExpiresEarlyIsLostAndTheNextNumberIsHigher() {
		LockHandle held = this.instance.locks()
			.acquire(LockRequest.of("k").withFencing(true).withTtl(Duration.ofSeconds(3)));
		this.redis.command("DEL", "lock:k");
		try (TestInstance other = new TestInstance(this.store)) {
			LockHandle next = other.locks().acquire(LockRequest.of("k").withFencing(true));
			assertThat(next.fencingNumber().orElseThrow()).isGreaterThan(held.fencingNumber().orElseThrow());
			await().until(() -> !held.isHeld());
			assertThat(held.release()).isFalse();
			assertThat(next.release()).isTrue();
		}
	}

	@Test
	void numbersIncreaseAfterARestartWithoutData() {
		long before = next();
		this.redis.server().kill();
		this.redis.server().restart();
		// Only the first number shows it: a new counter would catch up with the next
		// ones.
		long first = await().ignoreExceptions().until(this::next, (number) -> true);
		assertThat(first).isGreaterThan(before);
	}

}
