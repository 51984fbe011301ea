package io.lockstarter.redis;

import java.time.Duration;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.TestInstance;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Checks that keys of users do not clash with names of the library in Redis. */
@Timeout(60)
class ReservedKeysTests {

	private static final String PREFIX = "lock:";

	private final RedisFixture redis = RedisFixture.start().patient();

	private final TestInstance instance = new TestInstance(
			new RedisLockStore(RedisFixture.ready(this.redis.connect(RedisClient.LETTUCE)), PREFIX));

	@AfterEach
	void close() {
		this.instance.close();
		this.redis.close();
	}

	@Test
	void userCannotLockAnInternalKey() {
		LockHandle handle = this.instance.locks().acquire(LockRequest.of("a").withFencing(true));
		assertThat(this.redis.command("KEYS", "*").items()).hasSize(2).allSatisfy((name) -> {
			String key = name.text().substring(PREFIX.length());
			if (!key.equals("a")) {
				assertThatIllegalArgumentException().isThrownBy(() -> LockRequest.of(key));
			}
		});
		handle.close();
	}

	/**
	 * A channel is not a key, so a lock may have the same name.
	 */
	@Test
	void lockMayHaveTheNameOfAChannel() throws Exception {
		try (TestInstance other = new TestInstance(
				new RedisLockStore(RedisFixture.ready(this.redis.connect(RedisClient.LETTUCE)), PREFIX))) {
			String channel = GrantMessage.channels("") + other.locks().instance();
			LockHandle named = this.instance.locks().acquire(LockRequest.of(channel));
			LockHandle held = this.instance.locks().acquire(LockRequest.of("k"));
			var granted = other.locks()
				.acquireAsync(LockRequest.of("k").withWaitTime(Duration.ofSeconds(30)))
				.toCompletableFuture();
			held.close();
			assertThat(granted.get().isHeld()).isTrue();
			assertThat(named.isHeld()).isTrue();
			named.close();
		}
	}

}
