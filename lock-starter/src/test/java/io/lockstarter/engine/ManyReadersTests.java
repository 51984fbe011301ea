package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.ReleaseMode;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One command admits at most 100 waiters. The others must not wait for their next
 * request.
 */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ManyReadersTests {

	/** Waiters ask again after most of a minute. */
	private static final LockSettings SETTINGS = new LockSettings("app", Duration.ofHours(1), LockRequest.FOREVER, null,
			RetrySettings.DEFAULT, Duration.ofMinutes(1), ReleaseMode.SYNC, HandOffSettings.DEFAULT, false);

	@Test
	void allReadersAreAdmittedAfterTheWriter() {
		try (RedisFixture redis = RedisFixture.start().patient();
				TestInstance instance = new TestInstance(
						new RedisLockStore(RedisFixture.ready(redis.connect(RedisClient.LETTUCE)), "lock:"),
						SETTINGS)) {
			LockRequest request = LockRequest.of("k");
			LockHandle writer = instance.locks().acquire(request.withType(LockType.WRITE));
			List<CompletableFuture<LockHandle>> readers = Stream
				.generate(() -> instance.locks().acquireAsync(request.withType(LockType.READ)))
				.limit(350)
				.toList();
			await().atMost(60, TimeUnit.SECONDS)
				.until(() -> instance.locks().inspect("k").orElseThrow().waiters().size() == readers.size());
			writer.close();
			await().atMost(30, TimeUnit.SECONDS)
				.untilAsserted(() -> assertThat(readers).allMatch(CompletableFuture::isDone));
			readers.forEach((reader) -> reader.join().close());
		}
	}

}
