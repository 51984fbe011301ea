package io.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import io.lockstarter.embedded.resp.RespFrame;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.WakeUps;
import io.lockstarter.testsupport.RecordedWakeUps;
import io.lockstarter.testsupport.RedisFixture;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Connection;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Checks that the connection of an ended subscription is never used for a command.
 * Otherwise the command would read a reply of the subscription, and each later command
 * the reply of the previous one. {@code SET … NX} could read the "OK" of another caller.
 */
@Timeout(60)
@ParameterizedClass
@ValueSource(booleans = { true, false })
class JedisSubscriberTests {

	private static RedisFixture redis;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final RecordedWakeUps wakeUps = new RecordedWakeUps();

	private final JedisConnectionFactory factory;

	/**
	 * Prepares a pool of two connections, one of them for the subscription.
	 * @param unified whether Spring uses the newer clients of Jedis, which have their own
	 * pool
	 */
	JedisSubscriberTests(boolean unified) {
		RedisStandaloneConfiguration where = new RedisStandaloneConfiguration(redis.server().host(),
				redis.server().port());
		where.setUsername("weak");
		where.setPassword("secret");
		GenericObjectPoolConfig<Connection> pool = new GenericObjectPoolConfig<>();
		pool.setMaxTotal(2);
		pool.setMaxWait(RedisFixture.TIMEOUT);
		this.factory = new JedisConnectionFactory(where,
				JedisClientConfiguration.builder()
					.connectTimeout(RedisFixture.TIMEOUT)
					.readTimeout(RedisFixture.TIMEOUT)
					.usePooling()
					.poolConfig(pool)
					.build());
		this.factory.setUseUnifiedJedis(unified);
	}

	@BeforeAll
	static void start() {
		redis = RedisFixture.start();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.factory.destroy();
	}

	@Test
	void connectionOfDeniedSubscribeIsNotUsedAgain() {
		RedisLockStore store = storeWithout("+subscribe");
		Runnable cancel = store.listen("me", this.wakeUps, this.threads);
		soon().until(() -> denied("subscribe") >= 1);
		assertEveryReplyBelongsToItsCommand(store);
		soon().until(() -> denied("subscribe") >= 2);
		assertEveryReplyBelongsToItsCommand(store);
		cancel.run();
		assertEveryReplyBelongsToItsCommand(store);
	}

	@Test
	void connectionOfDeniedUnsubscribeIsNotUsedAgain() {
		RedisLockStore store = storeWithout("+unsubscribe");
		Runnable cancel = store.listen("me", this.wakeUps, this.threads);
		soon().until(() -> this.wakeUps.subscriptions() == 1);
		cancel.run();
		soon().until(() -> denied("unsubscribe") >= 1);
		soon().until(() -> subscribers() == 0);
		assertEveryReplyBelongsToItsCommand(store);
	}

	@Test
	void connectionOfInterruptedReaderIsNotUsedAgain() {
		RedisLockStore store = storeWithout();
		Runnable cancel = store.listen("me", new WakeUps() {

			@Override
			public void subscribed() {
				JedisSubscriberTests.this.wakeUps.subscribed();
				if (JedisSubscriberTests.this.wakeUps.subscriptions() == 1) {
					Thread.currentThread().interrupt();
				}
			}

			@Override
			public void unsubscribed() {
			}

			@Override
			public void granted(String key, String token, long ticket) {
			}

		}, this.threads);
		soon().until(() -> this.wakeUps.subscriptions() == 2);
		soon().until(() -> subscribers() == 1);
		assertEveryReplyBelongsToItsCommand(store);
		cancel.run();
		soon().until(() -> subscribers() == 0);
		assertEveryReplyBelongsToItsCommand(store);
	}

	@Test
	void connectionOfListenerThatThrowsIsNotUsedAgain() {
		RedisLockStore store = storeWithout();
		Runnable cancel = store.listen("me", new WakeUps() {

			@Override
			public void subscribed() {
				JedisSubscriberTests.this.wakeUps.subscribed();
				if (JedisSubscriberTests.this.wakeUps.subscriptions() == 1) {
					throw new IllegalStateException("wanted by the test");
				}
			}

			@Override
			public void unsubscribed() {
			}

			@Override
			public void granted(String key, String token, long ticket) {
			}

		}, this.threads);
		soon().until(() -> this.wakeUps.subscriptions() == 2);
		assertEveryReplyBelongsToItsCommand(store);
		cancel.run();
		soon().until(() -> subscribers() == 0);
		assertEveryReplyBelongsToItsCommand(store);
	}

	/** Uses all connections of the pool several times. */
	private static void assertEveryReplyBelongsToItsCommand(RedisLockStore store) {
		for (int i = 0; i < 10; i++) {
			assertThat(store.acquire("key", "t:1", 10_000)).isTrue();
			assertThat(store.acquire("key", "t:2", 10_000)).isFalse();
			assertThat(store.inspect("key").orElseThrow().token()).isEqualTo("t:1");
			assertThat(store.release(new Release("key", "t:2", 0))).isEqualTo(ReleaseReply.NOT_MINE);
			assertThat(store.release(new Release("key", "t:1", 0))).isEqualTo(ReleaseReply.RELEASED);
			assertThat(store.inspect("key")).isEmpty();
		}
	}

	private RedisLockStore storeWithout(String... rights) {
		redis.command("FLUSHALL");
		redis.command("ACL", "LOG", "RESET");
		redis.command(
				Stream
					.concat(Stream.of("ACL", "SETUSER", "weak", "reset", "on", ">secret", "~*", "&*", "+@all"),
							Stream.of(rights).map((right) -> right.replace('+', '-')))
					.toArray(String[]::new));
		this.factory.afterPropertiesSet();
		this.factory.start();
		return new RedisLockStore(RedisFixture.ready(this.factory), "lock:");
	}

	private static int denied(String command) {
		return redis.command("ACL", "LOG", "100")
			.items()
			.stream()
			.map((entry) -> entry.items().stream().map(RespFrame::text).toList())
			.filter((entry) -> value(entry, "object").equals(command))
			.mapToInt((entry) -> Integer.parseInt(value(entry, "count")))
			.sum();
	}

	private static String value(List<String> entry, String field) {
		return entry.get(entry.indexOf(field) + 1);
	}

	private static long subscribers() {
		return redis.command("CLIENT", "LIST", "TYPE", "pubsub")
			.text()
			.lines()
			.filter((line) -> !line.isBlank())
			.count();
	}

	private static ConditionFactory soon() {
		return await().atMost(Duration.ofSeconds(20)).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10));
	}

}
