package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.ClientOptions;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.ReleaseMode;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that a waiter is woken after the connection of its subscription has ended for
 * good. Without a wake-up it would sleep longer than the test waits.
 */
@Timeout(120)
class ReplacedSubscriptionTests {

	private static final LockSettings LONG_SLEEPS = new LockSettings("app", Duration.ofMinutes(10),
			Duration.ofMinutes(5), null, RetrySettings.DEFAULT, TestTimeouts.LIMIT.multipliedBy(2), ReleaseMode.SYNC,
			HandOffSettings.DEFAULT, false);

	private final RedisFixture redis = RedisFixture.start();

	private final TestInstance other = new TestInstance(
			new RedisLockStore(RedisFixture.ready(this.redis.connect(RedisClient.LETTUCE)), "lock:"), LONG_SLEEPS);

	@AfterEach
	void close() {
		this.other.close();
		this.redis.close();
	}

	@ParameterizedTest // 28
	@EnumSource(RedisClient.class)
	void grantIsPromptAfterARestartOfTheFactory(RedisClient client) {
		RedisConnectionFactory factory = RedisFixture.ready(this.redis.connect(client));
		assertGrantIsPromptAfter(factory, () -> {
			((SmartLifecycle) factory).stop();
			((SmartLifecycle) factory).start();
		});
	}

	@Test // 28
	void grantIsPromptAfterAConnectionEndedForGood() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(this.redis.server().host(), this.redis.server().port()),
				LettuceClientConfiguration.builder()
					.commandTimeout(RedisFixture.TIMEOUT)
					.shutdownTimeout(Duration.ZERO)
					.clientOptions(ClientOptions.builder().autoReconnect(false).build())
					.build());
		factory.afterPropertiesSet();
		factory.start();
		try {
			assertGrantIsPromptAfter(RedisFixture.ready(factory),
					() -> this.redis.command("CLIENT", "KILL", "TYPE", "pubsub"));
		}
		finally {
			factory.destroy();
		}
	}

	private void assertGrantIsPromptAfter(RedisConnectionFactory factory, Runnable event) {
		try (TestInstance instance = new TestInstance(new RedisLockStore(factory, "lock:"), LONG_SLEEPS)) {
			assertGrantIsPrompt(instance);
			for (int i = 0; i < 2; i++) {
				event.run();
				await().until(() -> channels().contains("lock:wake:1:" + instance.locks().instance()));
				assertGrantIsPrompt(instance);
			}
		}
		await().until(() -> channels().isEmpty());
	}

	private void assertGrantIsPrompt(TestInstance instance) {
		LockHandle held = this.other.locks().acquire("key");
		CompletableFuture<LockHandle> waiter = instance.locks()
			.acquireAsync(LockRequest.of("key"))
			.toCompletableFuture();
		// It asks a few times, and then sleeps for a long time.
		AtomicInteger asked = new AtomicInteger();
		await().during(Duration.ofSeconds(1)).until(() -> {
			int calls = this.redis.calls("evalsha");
			return asked.getAndSet(calls) == calls && instance.locks().waiting("key") == 1;
		});
		held.close();
		assertThat(waiter).succeedsWithin(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS);
		waiter.join().close();
	}

	private List<String> channels() {
		return this.redis.command("PUBSUB", "CHANNELS").items().stream().map((channel) -> channel.text()).toList();
	}

}
