package io.lockstarter.engine;

import java.time.Duration;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.LockType;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests the message of a waiter if a value of another program has its key. */
class ForeignHolderTests {

	private static final LockRequest REQUEST = LockRequest.of("key").withWaitTime(Duration.ofMillis(300));

	private final RedisFixture redis = RedisFixture.start().patient();

	private final TestInstance instance = new TestInstance(
			new RedisLockStore(RedisFixture.ready(this.redis.connect(RedisClient.LETTUCE)), "lock:"));

	@AfterEach
	void close() {
		this.instance.close();
		this.redis.close();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			ADDED:2026-11-19T20:15:00.123Z@pod-7 | ShedLock
			6f1c9f1e-6c3b-4b0a-9c39-5d8d1fd1b0aa | lock4j and Spring Integration
			pod-7                                | not a token of lock-starter
			""")
	void messageNamesTheKindOfTheValueButNotTheValue(String value, String kind) {
		this.redis.command("SET", "lock:key", value, "PX", "60000");
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.instance.locks().acquire(REQUEST))
			.withMessageMatching("Lock 'key' was busy for \\d+ ms: held by another program, since .*")
			.withMessageContaining(kind)
			.withMessageNotContaining(value);
	}

	@Test
	void messageSaysThatAReleasedLockIsKept() {
		this.instance.locks().acquire(LockRequest.of("key").withMinHold(Duration.ofMinutes(1))).close();
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.instance.locks().acquire(REQUEST))
			.withMessageContaining("kept after its release, until the end of its minHold");
	}

	@ParameterizedTest
	@EnumSource(names = { "EXCLUSIVE", "FAIR" })
	void lockOfRedissonIsNotToBeDeleted(LockType type) {
		this.redis.command("HSET", "lock:key", "6f1c9f1e-6c3b-4b0a-9c39-5d8d1fd1b0aa:1", "1");
		this.redis.command("PEXPIRE", "lock:key", "60000");
		assertThatExceptionOfType(LockServerException.class)
			.isThrownBy(() -> this.instance.locks().acquire(REQUEST.withType(type)))
			.withMessageContainingAll("WRONGTYPE", "Find out first what uses the key", "Redisson", "Use another key");
	}

}
