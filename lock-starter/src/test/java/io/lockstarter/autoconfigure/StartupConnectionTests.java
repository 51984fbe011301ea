package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.stream.Stream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.proxy.Command;
import io.lockstarter.embedded.proxy.SlowReply;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests when an application connects to the lock server, and what stays connected. */
@Timeout(60)
class StartupConnectionTests {

	private static final LockRequest SHORT = LockRequest.of("key").withWaitTime(Duration.ofMillis(50));

	private final EmbeddedRedis server = EmbeddedRedis.start();

	private final TcpProxy proxy = TcpProxy.to(this.server.host(), this.server.port());

	@AfterEach
	void stop() {
		this.proxy.close();
		this.server.close();
	}

	/** In a cold JVM on a busy machine, connecting takes longer than a call may wait. */
	@BeforeAll
	static void warmUp() {
		try (RedisFixture redis = RedisFixture.start()) {
			RedisFixture.ready(redis.connect(RedisClient.LETTUCE));
			RedisFixture.ready(redis.connect(RedisClient.JEDIS));
		}
	}

	private ApplicationContextRunner application(String client) {
		return LockContexts.redis(this.server, client)
			.withPropertyValues("spring.data.redis.port=" + this.proxy.port(),
					"spring.data.redis.jedis.pool.max-wait=2s");
	}

	@RepeatedTest(20)
	void firstCallAfterTheStartAcquiresItsLock() {
		this.proxy.always(new SlowReply(Duration.ofMillis(400)), Command.named("HELLO"));
		application("lettuce").run((context) -> {
			try (LockHandle handle = context.getBean(LockService.class).acquire(SHORT)) {
				assertThat(handle.isHeld()).isTrue();
			}
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void connectionsOfTheCheckStayOpen(String client) {
		application(client).run((context) -> {
			await().until(() -> this.server.info("pubsub_channels").equals("1"));
			await().until(StartupConnectionTests::checkHasEnded);
			LockService locks = context.getBean(LockService.class);
			long connections = this.proxy.accepted();
			try (LockHandle handle = locks.acquire(SHORT)) {
				assertThat(locks.acquireAsync(SHORT)).failsWithin(TestTimeouts.LIMIT);
				assertThat(this.proxy.accepted()).as("new connections for %s", handle).isEqualTo(connections);
			}
		});
	}

	private static boolean checkHasEnded() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.noneMatch((thread) -> thread.getName().equals("distributed-lock-startup-check"));
	}

	/** The end of the context waits for a check that runs. */
	@ParameterizedTest
	@MethodSource("unconnected")
	void nothingConnectsBeforeTheFirstUse(ApplicationContextRunner application) {
		application.withPropertyValues("spring.data.redis.port=" + this.proxy.port())
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(this.proxy.accepted()).isZero();
	}

	private static Stream<ApplicationContextRunner> unconnected() {
		ApplicationContextRunner redis = LockContexts.redis()
			.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.timeout=8s");
		return Stream.of(redis.withPropertyValues("distributed-lock.startup-check=off"),
				redis.withPropertyValues("distributed-lock.store=memory"),
				redis.withConfiguration(AutoConfigurations.of(DisabledLockAutoConfiguration.class))
					.withPropertyValues("distributed-lock.enabled=false"),
				redis.withInitializer((context) -> context
					.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor())));
	}

	@Test
	void checkThatMayStopTheApplicationRunsEvenIfBeansAreLazy() {
		application("lettuce").withPropertyValues("distributed-lock.startup-check=fail")
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(this.proxy.accepted()).isPositive());
	}

}
