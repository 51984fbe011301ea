package io.lockstarter.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

@SuppressWarnings("NullAway")
class LockClientTests {

	private static RedisFixture first;

	private static RedisFixture second;

	@BeforeAll
	static void start() {
		first = RedisFixture.start().patient();
		second = RedisFixture.start().patient();
	}

	@AfterAll
	static void stop() {
		first.close();
		second.close();
	}

	@Test
	void clientsOnOneRedisExcludeEachOther() {
		try (LockClient one = client(first).instanceName("one").build();
				LockClient two = client(first).ttl(Duration.ofMinutes(1)).shutdownTimeout(Duration.ZERO).build()) {
			try (LockHandle handle = one.service().acquire("k")) {
				assertThat(handle.token()).startsWith("one-");
				assertThat(two.service().tryAcquire("k")).isEmpty();
				assertThat(first.command("EXISTS", "mine:k").text()).isEqualTo("1");
				assertThat(two.admin().list("").locks()).hasSize(1);
			}
			assertThat(two.service().tryAcquire("k")).isPresent();
		}
		assertThat(first.command("EXISTS", "mine:k").text()).as("released at the end").isEqualTo("0");
	}

	@Test
	void settingsListenersAndCustomizersApply() {
		List<String> acquired = new CopyOnWriteArrayList<>();
		try (LockClient client = client(first).waitTime(Duration.ZERO)
			.fencing(true)
			.customizer((request) -> request.withTtl(Duration.ofMinutes(3)))
			.listener(new LockListener() {

				@Override
				public void acquired(LockEvent.Acquired event) {
					acquired.add(event.key());
				}

			})
			.build()) {
			try (LockHandle handle = client.service().acquire("k")) {
				assertThat(handle.fencingNumber()).isPresent();
				assertThat(handle.remaining()).isGreaterThan(Duration.ofMinutes(2));
			}
			await().untilAsserted(() -> assertThat(acquired).containsExactly("k"));
		}
	}

	@Test
	void closedClientRefusesRequests() {
		LockClient client = client(first).shutdownTimeout(Duration.ZERO).build();
		assertThat(client.isRunning()).isTrue();
		client.close();
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> client.service().acquire("k"));
	}

	@Test
	void stoppedClientCanStartAgain() {
		try (LockClient client = client(first).build()) {
			client.stop();
			client.start();
			client.service().acquire("k").close();
		}
	}

	@Test
	void wrongArgumentsAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> LockClient.on((RedisConnectionFactory) null));
		assertThatIllegalArgumentException().isThrownBy(() -> client(first).keyPrefix("~"));
		assertThatIllegalArgumentException().isThrownBy(() -> client(first).ttl(Duration.ZERO).build());
	}

	/** The auto-configured service uses one Redis, the client another one. */
	@Test
	void applicationUsesTwoServers() {
		RedisConnectionFactory main = RedisFixture.ready(first.connect(RedisClient.LETTUCE));
		RedisConnectionFactory other = RedisFixture.ready(second.connect(RedisClient.LETTUCE));
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
			.withBean("main", RedisConnectionFactory.class, () -> main, (bean) -> bean.setPrimary(true))
			.withBean(LockClient.class, () -> LockClient.on(other).build())
			.run((context) -> {
				assertThat(context).hasSingleBean(LockService.class);
				LockService mainLocks = context.getBean(LockService.class);
				LockService otherLocks = context.getBean(LockClient.class).service();
				try (LockHandle one = mainLocks.acquire("k"); LockHandle two = otherLocks.acquire("k")) {
					assertThat(one.isHeld() && two.isHeld()).isTrue();
					assertThat(first.command("EXISTS", "lock:k").text()).isEqualTo("1");
					assertThat(second.command("EXISTS", "lock:k").text()).isEqualTo("1");
				}
			});
	}

	private static LockClient.Builder client(RedisFixture redis) {
		return LockClient.on(RedisFixture.ready(redis.connect(RedisClient.LETTUCE))).keyPrefix("mine:");
	}

}
