package io.lockstarter.redis;

import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests a client that does not respect its own time-out. */
class TemplateTransportTests {

	private final CountDownLatch end = new CountDownLatch(1);

	private final RedisConnection connection = proxy(RedisConnection.class);

	private final TemplateTransport wire = new TemplateTransport(proxy(RedisConnectionFactory.class),
			new RedisWorkers(), new ConnectionWait(() -> 100));

	@AfterEach
	void end() {
		this.end.countDown();
	}

	/** For example, Jedis may connect again inside a command. */
	@Test
	void callerDoesNotWaitForABlockedClient() {
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		Thread caller = new Thread(() -> {
			while (!failure.isDone()) {
				try {
					this.wire.setIfAbsent("lock:k", "token", 1000);
				}
				catch (NotConnectedException ex) {
					// On a busy machine, the worker has not even connected yet.
				}
				catch (Throwable ex) {
					failure.complete(ex);
				}
			}
		});
		caller.setDaemon(true);
		caller.start();
		assertThat(failure).succeedsWithin(30, TimeUnit.SECONDS);
		assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> {
			throw failure.join();
		});
	}

	/** Connects at once, but its commands block until the end of the test. */
	private <T> T proxy(Class<T> type) {
		return type
			.cast(Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { type }, (self, method, args) -> {
				switch (method.getName()) {
					case "getConnection" -> {
						return this.connection;
					}
					case "getNativeConnection" -> {
						return this;
					}
					case "close" -> {
						return null;
					}
					case "isPipelined", "isQueueing" -> {
						return false;
					}
					default -> {
						this.end.await();
						return null;
					}
				}
			}));
	}

}
