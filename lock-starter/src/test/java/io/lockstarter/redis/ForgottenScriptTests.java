package io.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.ReleaseMode;
import io.lockstarter.engine.TestInstance;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests an asynchronous release on a server that has forgotten only the script of the
 * release. So later commands are applied before the release.
 */
@Timeout(60)
class ForgottenScriptTests {

	private static final Duration MIN_HOLD = Duration.ofMillis(500);

	private final RedisFixture redis = RedisFixture.start().patient();

	@AfterEach
	void stop() {
		this.redis.close();
	}

	@RepeatedTest(3)
	void nextCallerIsServedAfterTheMinimumHold() {
		RedisLockStore store = new RedisLockStore(RedisFixture.ready(this.redis.connect(RedisClient.LETTUCE)), "lock:");
		assertThat(store.sendsInOrder()).isTrue();
		LockRequest request = LockRequest.of("k")
			.withReleaseMode(ReleaseMode.ASYNC)
			.withWaitTime(Duration.ofSeconds(30));
		ScriptConstants constants = new ScriptConstants(GrantMessage.channels("lock:"), false);
		try (TestInstance instance = new TestInstance(store)) {
			for (int i = 0; i < 3; i++) {
				// The minimum hold begins before this thread continues.
				long since = System.nanoTime();
				LockHandle handle = instance.locks().acquire(request.withMinHold(MIN_HOLD));
				CompletableFuture<LockHandle> next = instance.locks().acquireAsync(request);
				this.redis.command("SCRIPT", "FLUSH");
				Stream.of(Script.CONTEND, Script.RELEASE_ALL, Script.GIVE_WAY)
					.map(constants::in)
					.forEach((script) -> this.redis.command("SCRIPT", "LOAD", script.getScriptAsString()));
				this.redis.command("SCRIPT", "LOAD", Script.RENEW.getScriptAsString());
				handle.close();
				LockHandle taken = next.orTimeout(30, TimeUnit.SECONDS).join();
				assertThat(Duration.ofNanos(System.nanoTime() - since))
					.isGreaterThan(MIN_HOLD.multipliedBy(9).dividedBy(10));
				assertThat(taken.release()).isTrue();
			}
		}
	}

}
