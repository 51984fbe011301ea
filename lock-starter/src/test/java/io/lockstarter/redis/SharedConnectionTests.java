package io.lockstarter.redis;

import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.TimeoutOptions;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.testsupport.RedisFixture;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests when commands use the known connection, and when they ask the factory for one.
 */
@SuppressWarnings("NullAway")
class SharedConnectionTests {

	private static final ClientOptions OPTIONS = ClientOptions.builder()
		.timeoutOptions(TimeoutOptions.enabled())
		.build();

	private static RedisFixture redis;

	private LettuceConnectionFactory factory;

	@BeforeAll
	static void start() {
		redis = RedisFixture.start().patient();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@AfterEach
	void disconnect() {
		this.factory.destroy();
		redis.command("FLUSHALL");
	}

	@Test
	void commandsUseTheNewConnectionAfterAReset() {
		RedisLockStore store = store(new LettuceConnectionFactory(server(), shared()));
		cycle(store);
		Object before = nativeConnection();
		this.factory.resetConnection();
		cycle(store);
		assertThat(nativeConnection()).isNotSameAs(before);
	}

	@Test
	void commandsUseTheNewConnectionAfterARestartOfTheFactory() {
		RedisLockStore store = store(new LettuceConnectionFactory(server(), shared()));
		cycle(store);
		this.factory.stop();
		this.factory.start();
		cycle(store);
	}

	@Test
	void factoryWithAPoolIsAskedForEachCommand() {
		// After a reset, the pool still has the connection, and may lend it to others.
		RedisLockStore store = store(new LettuceConnectionFactory(server(),
				LettucePoolingClientConfiguration.builder()
					.poolConfig(new GenericObjectPoolConfig<>())
					.clientOptions(OPTIONS)
					.build()));
		cycle(store);
		this.factory.resetConnection();
		this.factory.setShareNativeConnection(false);
		try (RedisConnection borrowed = this.factory.getConnection()) {
			borrowed.multi();
			this.factory.setShareNativeConnection(true);
			cycle(store);
			borrowed.discard();
		}
	}

	@Test
	void subclassIsAskedForEachCommand() {
		AtomicInteger asked = new AtomicInteger();
		RedisLockStore store = store(new LettuceConnectionFactory(server(), shared()) {

			@Override
			public RedisConnection getConnection() {
				asked.incrementAndGet();
				return super.getConnection();
			}

		});
		cycle(store);
		int before = asked.get();
		cycle(store);
		assertThat(asked.get() - before).isGreaterThanOrEqualTo(2);
	}

	private RedisLockStore store(LettuceConnectionFactory created) {
		this.factory = created;
		created.afterPropertiesSet();
		created.start();
		return new RedisLockStore(RedisFixture.ready(created), "lock:");
	}

	private Object nativeConnection() {
		try (RedisConnection connection = this.factory.getConnection()) {
			return connection.getNativeConnection();
		}
	}

	private static void cycle(RedisLockStore store) {
		assertThat(store.acquire("key", "mine", 60_000)).isTrue();
		assertThat(store.release(new Release("key", "mine", 0))).isEqualTo(ReleaseReply.RELEASED);
	}

	private static RedisStandaloneConfiguration server() {
		return new RedisStandaloneConfiguration(redis.server().host(), redis.server().port());
	}

	private static LettuceClientConfiguration shared() {
		return LettuceClientConfiguration.builder().clientOptions(OPTIONS).build();
	}

}
