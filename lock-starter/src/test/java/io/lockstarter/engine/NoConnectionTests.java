package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.EachRedisClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.TestTimeouts;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import redis.clients.jedis.Connection;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Tests that callers wait no longer than requested while connecting is impossible. */
@Timeout(120)
class NoConnectionTests {

	private static final int CALLERS = 16;

	private static final Duration WAIT = Duration.ofSeconds(1);

	/** One after the other, the callers would need twice as long. */
	private static final Duration LIMIT = RedisFixture.TIMEOUT.multipliedBy(CALLERS).dividedBy(2);

	private final RedisFixture redis = RedisFixture.start();

	private final TcpProxy proxy = TcpProxy.to(this.redis.server().host(), this.redis.server().port());

	private final List<AutoCloseable> open = new ArrayList<>();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	@AfterEach
	void close() throws Exception {
		this.proxy.heal();
		for (AutoCloseable one : this.open) {
			one.close();
		}
		this.threads.shutdown();
		this.proxy.close();
		this.redis.close();
	}

	@ParameterizedTest // P5
	@EachRedisClient
	void callersOfManyKeysKeepTheirWaitTime(RedisClient client) {
		this.proxy.blackHole();
		LockEngine locks = instance(this.redis.connect(client, this.proxy.port()));
		long start = System.nanoTime();
		List<CompletableFuture<Void>> callers = IntStream.range(0, CALLERS)
			.mapToObj((i) -> CompletableFuture.runAsync(() -> assertThatExceptionOfType(LockServerException.class)
				.isThrownBy(() -> locks.acquire(LockRequest.of("key-" + i).withWaitTime(WAIT)))
				.withMessageContaining("nothing was sent"), this.threads))
			.toList();
		callers.forEach(CompletableFuture::join);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
		assertThatLocksWorkAgain(locks);
	}

	@ParameterizedTest // P5
	@EachRedisClient
	void callersThatTryOnceReturnAfterOneTimeOut(RedisClient client) {
		this.proxy.blackHole();
		LockEngine locks = instance(this.redis.connect(client, this.proxy.port()));
		long start = System.nanoTime();
		List<CompletableFuture<Void>> callers = IntStream.range(0, CALLERS)
			.mapToObj((i) -> CompletableFuture.runAsync(() -> assertThatExceptionOfType(LockServerException.class)
				.isThrownBy(() -> locks.tryAcquire("key-" + i)), this.threads))
			.toList();
		callers.forEach(CompletableFuture::join);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
		assertThatLocksWorkAgain(locks);
	}

	@Test // P5
	void callersOfAnExhaustedPoolKeepTheirWaitTime() {
		JedisConnectionFactory factory = jedisWithPoolOf(2);
		LockEngine locks = instance(factory);
		LockHandle held = locks.acquire("held");
		List<Connection> others = List.of(borrow(factory), borrow(factory));
		try {
			for (int i = 0; i < 5; i++) {
				LockRequest request = LockRequest.of("key-" + i).withWaitTime(WAIT);
				CompletableFuture<Void> caller = CompletableFuture
					.runAsync(() -> assertThatExceptionOfType(LockServerException.class)
						.isThrownBy(() -> locks.acquire(request))
						.withMessageContaining("nothing was sent"), this.threads);
				assertThat(caller).succeedsWithin(TestTimeouts.LIMIT);
			}
			CompletableFuture<Boolean> release = CompletableFuture.supplyAsync(held::release, this.threads);
			assertThat(release).succeedsWithin(TestTimeouts.LIMIT);
		}
		finally {
			others.forEach(Connection::close);
		}
		assertThatLocksWorkAgain(locks);
		await().untilAsserted(() -> assertThat(this.redis.command("KEYS", "lock:*").items()).isEmpty());
	}

	@Test // P8
	void connectingThreadsAreBoundedAndEnd() {
		JedisConnectionFactory factory = jedisWithPoolOf(2);
		LockEngine locks = instance(factory);
		List<Connection> others = List.of(borrow(factory), borrow(factory));
		try {
			List<CompletableFuture<Void>> callers = IntStream.range(0, 100)
				.mapToObj((i) -> CompletableFuture.runAsync(() -> assertThatExceptionOfType(LockServerException.class)
					.isThrownBy(() -> locks.tryAcquire("key-" + i)), this.threads))
				.toList();
			await().until(() -> connecting() > 0);
			CompletableFuture<Void> all = CompletableFuture.allOf(callers.toArray(CompletableFuture[]::new));
			await().until(() -> {
				assertThat(connecting()).isLessThanOrEqualTo(64);
				return all.isDone();
			});
			all.join();
		}
		finally {
			others.forEach(Connection::close);
		}
		await().until(() -> connecting() == 0);
	}

	private static long connecting() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("lock-connection"))
			.count();
	}

	private void assertThatLocksWorkAgain(LockEngine locks) {
		this.proxy.heal();
		await().ignoreExceptions().until(() -> {
			locks.acquire(LockRequest.of("again").withWaitTime(WAIT)).close();
			return true;
		});
		await().untilAsserted(() -> assertThat(this.redis.command("KEYS", "lock:*").items()).isEmpty());
	}

	private static Connection borrow(JedisConnectionFactory factory) {
		try (RedisConnection connection = factory.getConnection()) {
			return ((redis.clients.jedis.RedisClient) connection.getNativeConnection()).getPool().getResource();
		}
	}

	private JedisConnectionFactory jedisWithPoolOf(int size) {
		GenericObjectPoolConfig<?> pool = new GenericObjectPoolConfig<>();
		pool.setMaxTotal(size);
		JedisConnectionFactory factory = new JedisConnectionFactory(
				new RedisStandaloneConfiguration(this.redis.server().host(), this.redis.server().port()),
				JedisClientConfiguration.builder()
					.readTimeout(RedisFixture.TIMEOUT)
					.connectTimeout(RedisFixture.TIMEOUT)
					.usePooling()
					.poolConfig(pool)
					.build());
		factory.afterPropertiesSet();
		factory.start();
		this.open.add(factory::destroy);
		return RedisFixture.ready(factory);
	}

	private LockEngine instance(RedisConnectionFactory factory) {
		TestInstance instance = new TestInstance(new RedisLockStore(factory, "lock:"));
		this.open.add(0, instance);
		return instance.locks();
	}

}
