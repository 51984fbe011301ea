package io.lockstarter.redis;

import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import javax.net.ssl.SSLHandshakeException;

import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static io.lockstarter.redis.FailureAssertions.fails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Checks that a caller that gave up gets the reason why the previous attempt to connect
 * failed. On a busy machine, this reason may be known only after the first caller gave
 * up.
 */
@Timeout(60)
class OverdueConnectionTests {

	private final CountDownLatch end = new CountDownLatch(1);

	private final AtomicInteger attempts = new AtomicInteger();

	/**
	 * The command time-out. The caller of the first attempt must see its failure, even on
	 * a busy machine.
	 */
	private volatile long timeoutMillis = 30_000;

	@AfterEach
	void end() {
		this.end.countDown();
	}

	@Test
	void lastFailureIsNamedOverTheSharedConnection() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(new RedisStandaloneConfiguration()) {

			@Override
			public long getTimeout() {
				return OverdueConnectionTests.this.timeoutMillis;
			}

			@Override
			public LettuceConnection getConnection() {
				throw failingOnce();
			}

		};
		factory.afterPropertiesSet();
		factory.start();
		try {
			LockStore store = new RedisLockStore(factory, "lock:");
			lastFailureIsNamed(() -> store.acquire("key", "t:1", 1000));
			await().untilAsserted(() -> assertThat(this.attempts).hasValue(2));
		}
		finally {
			factory.destroy();
		}
	}

	@Test
	void lastFailureIsNamedByTheTemplate() {
		RedisConnectionFactory factory = proxy(() -> {
			throw failingOnce();
		});
		UnboundConnectionFactory unbound = new UnboundConnectionFactory(factory);
		ConnectionWait wait = new ConnectionWait(() -> this.timeoutMillis);
		TemplateTransport wire = new TemplateTransport(factory, new RedisWorkers(), wait);
		RedisCommands calls = new RedisCommands(unbound, "lock:", () -> wire);
		lastFailureIsNamed(() -> calls.setIfAbsent("key", "t:1", 1000));
	}

	private void lastFailureIsNamed(ThrowingCallable command) {
		fails(command, Outcome.NOT_APPLIED, "no TLS connection");
		this.timeoutMillis = 500;
		fails(command, Outcome.NOT_APPLIED, "no TLS connection", "in time", "bad certificate", "spring.data.redis.ssl");
	}

	/** A refused password may be accepted by the attempt in progress. */
	@Test
	void refusalOfThePreviousAttemptIsNotFinal() {
		ConnectionWait wait = new ConnectionWait(() -> 500);
		wait.failed(new RedisConnectionFailureException("Unable to connect",
				new io.lettuce.core.RedisCommandExecutionException("WRONGPASS invalid username-password pair")));
		assertThat(RedisFailures.translate("acquire lock 'key'", wait.overdue("no connection could be opened in time")))
			.hasMessageContaining("WRONGPASS")
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_APPLIED));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void failureIsForgottenAfterAConnection(boolean shared) {
		try (RedisFixture redis = RedisFixture.start().patient()) {
			RedisConnectionFactory factory = RedisFixture
				.ready(redis.connect(shared ? RedisClient.LETTUCE : RedisClient.JEDIS));
			ConnectionWait wait = new ConnectionWait(() -> this.timeoutMillis);
			wait.failed(new IllegalStateException("an old failure"));
			RedisWorkers workers = new RedisWorkers();
			RedisTransport wire = shared ? new LettuceTransport((LettuceConnectionFactory) factory, workers, wait)
					: new TemplateTransport(factory, workers, wait);
			assertThat(wire.setIfAbsent("lock:key", "t:1", 1000)).isTrue();
			assertThat(wait.overdue("no connection could be opened in time")).hasNoCause();
		}
	}

	private RuntimeException failingOnce() {
		if (this.attempts.incrementAndGet() > 1) {
			try {
				this.end.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
		return new RedisConnectionFailureException("Unable to connect", new SSLHandshakeException("bad certificate"));
	}

	private static RedisConnectionFactory proxy(Connecting connecting) {
		return (RedisConnectionFactory) Proxy.newProxyInstance(OverdueConnectionTests.class.getClassLoader(),
				new Class<?>[] { RedisConnectionFactory.class },
				(self, method, args) -> method.getName().equals("getConnection") ? connecting.connect() : null);
	}

	private interface Connecting {

		RedisConnection connect();

	}

}
