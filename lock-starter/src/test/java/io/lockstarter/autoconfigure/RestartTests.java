package io.lockstarter.autoconfigure;

import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockService;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.testsupport.Renewals;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Stops and starts a context again, with real clients and a real server. */
@ParameterizedClass
@ValueSource(strings = { "lettuce", "jedis" })
@ExtendWith(OutputCaptureExtension.class)
class RestartTests {

	private static ObservedRedis redis;

	private final ApplicationContextRunner application;

	RestartTests(String client) {
		this.application = LockContexts.redis(redis.server(), client);
	}

	@BeforeAll
	static void startRedis() {
		redis = new ObservedRedis();
	}

	@AfterAll
	static void stopRedis() {
		redis.close();
	}

	@Test
	void stoppedContextRefusesLocks() {
		this.application.run((context) -> {
			context.getSourceApplicationContext(ConfigurableApplicationContext.class).stop();
			assertThatThrownBy(() -> context.getBean(LockService.class).acquire("order:42")).isInstanceOfSatisfying(
					LockNotAcquiredException.class, (ex) -> assertThat(ex.reason()).isEqualTo(Reason.SHUTDOWN));
		});
	}

	// rule N (instance ids)
	@Test
	void restartedContextHasANewIdAndRenewsLocks() {
		// A short ttl would end if the machine stalls before the renewal.
		this.application.withPropertyValues("distributed-lock.watchdog.interval=500ms").run((context) -> {
			LockService locks = context.getBean(LockService.class);
			String before = instanceOf(locks);
			context.getSourceApplicationContext(ConfigurableApplicationContext.class).stop();
			context.getSourceApplicationContext(ConfigurableApplicationContext.class).start();
			assertThat(instanceOf(locks)).isNotEqualTo(before);
			assertIsRenewed(locks);
		});
	}

	@Test
	void eachStartLogsOneLine(CapturedOutput output) {
		this.application.withPropertyValues("spring.application.name=shop", "distributed-lock.key-prefix=p:")
			.run((context) -> {
				context.getSourceApplicationContext(ConfigurableApplicationContext.class).stop();
				context.getSourceApplicationContext(ConfigurableApplicationContext.class).start();
			});
		assertThat(output.getOut().lines().filter((line) -> line.contains("keeps its locks in"))).hasSize(2)
			.allSatisfy((line) -> assertThat(line)
				.containsPattern("Instance shop-\\S+ keeps its locks in RedisLockStore, key prefix 'p:', ttl 30s$"));
	}

	@Test
	void timerEndsWithTheContext() {
		this.application.run((context) -> {
			LockThreads threads = context.getBean(LockThreads.class);
			Thread[] timer = new Thread[1];
			threads.at(0, () -> timer[0] = Thread.currentThread());
			Awaitility.await().until(() -> timer[0] != null);
			context.getSourceApplicationContext().close();
			Awaitility.await().until(() -> !timer[0].isAlive());
		});
	}

	private static String instanceOf(LockService locks) {
		try (LockHandle handle = locks.acquire("instance")) {
			return locks.inspect(handle.key()).orElseThrow().holder().instance().orElseThrow();
		}
	}

	private static void assertIsRenewed(LockService locks) {
		try (LockHandle handle = locks.acquire("renewed")) {
			assertThat(Renewals.awaitRenewal(handle)).isTrue();
		}
	}

}
