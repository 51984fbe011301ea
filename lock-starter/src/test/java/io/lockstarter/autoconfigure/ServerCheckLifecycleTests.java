package io.lockstarter.autoconfigure;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationFailureAnalyzer;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.redis.check.ConnectionAdvice;
import io.lockstarter.redis.check.ServerChecks;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class ServerCheckLifecycleTests {

	private static final String DANGER = "may delete locks when it is full";

	/** The first connection of a new JVM may take longer than the check waits. */
	@BeforeAll
	static void warmUp() {
		try (EmbeddedRedis server = EmbeddedRedis.start()) {
			on(server, "off").run((context) -> RedisFixture.ready(context.getBean(RedisConnectionFactory.class)));
		}
	}

	private static EmbeddedRedis evicting() {
		return EmbeddedRedis.builder().args("--maxmemory", "64mb", "--maxmemory-policy", "volatile-lru").start();
	}

	private static ApplicationContextRunner on(EmbeddedRedis server, String mode) {
		return LockContexts.redis(server, "lettuce").withPropertyValues("distributed-lock.startup-check=" + mode);
	}

	@Test
	void dangerIsLoggedOnceByDefaultAndTheApplicationStarts(CapturedOutput output) {
		try (EmbeddedRedis server = evicting()) {
			LockContexts.redis(server, "lettuce").run((context) -> {
				assertThat(context).hasNotFailed();
				await().untilAsserted(() -> assertThat(output).containsOnlyOnce(DANGER));
			});
		}
	}

	@Test
	void dangerStopsTheApplicationInFailMode() {
		try (EmbeddedRedis server = evicting()) {
			on(server, "fail").run((context) -> {
				assertThat(context).hasFailed()
					.getFailure()
					.rootCause()
					.isInstanceOf(InvalidLockConfigurationException.class);
				FailureAnalysis analysis = new InvalidLockConfigurationFailureAnalyzer()
					.analyze(Objects.requireNonNull(context.getStartupFailure()));
				assertThat(analysis).isNotNull();
				assertThat(analysis.getDescription()).contains("Locks cannot work with this Redis server", DANGER);
				assertThat(analysis.getAction()).contains("Do this:", "noeviction",
						"distributed-lock.startup-check to warn");
			});
		}
	}

	@Test
	void goodServerLetsTheApplicationStartInFailMode(CapturedOutput output) {
		try (EmbeddedRedis server = EmbeddedRedis.start()) {
			on(server, "fail").run((context) -> assertThat(context).hasNotFailed());
			assertThat(output).doesNotContain("safe for locks");
		}
	}

	@Test
	void serverIsNotCheckedInOffMode(CapturedOutput output) {
		try (EmbeddedRedis server = evicting()) {
			on(server, "off").run((context) -> {
				context.getBean(LockService.class).acquire("key").close();
				assertThat(server.info("cmdstat_info")).as("only the call of this test").contains("calls=1,");
			});
			assertThat(output).doesNotContain(DANGER);
		}
	}

	/** Otherwise, the check would compete with the rest of the start for the cores. */
	@Test
	void checkThatOnlyWarnsComesAfterAllElse() {
		try (EmbeddedRedis server = EmbeddedRedis.start()) {
			on(server, "warn").run((context) -> assertThat(context.getBean(ServerCheckLifecycle.class).getPhase())
				.isEqualTo(Integer.MAX_VALUE));
			on(server, "fail").run((context) -> assertThat(context.getBean(ServerCheckLifecycle.class).getPhase())
				.isLessThan(LockLifecycle.PHASE));
		}
	}

	@Test
	void stoppedServerIsLoggedOnceAndTheApplicationStarts(CapturedOutput output) {
		EmbeddedRedis server = EmbeddedRedis.start();
		server.close();
		on(server, "fail").run((context) -> assertThat(context).hasNotFailed());
		assertThat(output)
			.containsOnlyOnce(
					"Could not check whether Redis " + server.host() + ":" + server.port() + " is safe for locks")
			.contains("there is no connection to Redis")
			.as("refused before TLS")
			.doesNotContain("TLS");
	}

	@Test
	void silentServerDelaysTheStartOnlyShortly(CapturedOutput output) {
		try (EmbeddedRedis server = EmbeddedRedis.start(); TcpProxy proxy = TcpProxy.to(server.host(), server.port())) {
			proxy.blackHole();
			long start = System.nanoTime();
			on(server, "fail")
				.withPropertyValues("spring.data.redis.port=" + proxy.port(), "spring.data.redis.timeout=60s",
						"spring.data.redis.connect-timeout=60s")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(Duration.ofNanos(System.nanoTime() - start))
						.isLessThan(ServerCheckLifecycle.PATIENCE.plusSeconds(10));
				});
			assertThat(output).containsOnlyOnce("was not checked within 10s")
				.contains("Redis " + server.host() + ":" + proxy.port() + " does not answer",
						"If the server uses TLS: Set spring.data.redis.ssl.enabled=true");
		}
	}

	@Test
	void slowConnectionIsAwaited() {
		try (EmbeddedRedis server = evicting()) {
			on(server, "off").run((context) -> {
				RedisConnectionFactory real = context.getBean(RedisConnectionFactory.class);
				AtomicBoolean slowly = new AtomicBoolean(true);
				ServerCheckLifecycle slow = check(context, () -> {
					if (slowly.getAndSet(false)) {
						TimeUnit.SECONDS.sleep(4);
					}
					return real.getConnection();
				});
				assertThatExceptionOfType(InvalidLockConfigurationException.class).isThrownBy(slow::start)
					.withMessageContaining(DANGER);
				slow.stop();
			});
		}
	}

	@Test
	void errorInTheCheckIsLoggedAndTheApplicationStarts(CapturedOutput output) {
		try (EmbeddedRedis server = EmbeddedRedis.start()) {
			on(server, "off").run((context) -> {
				ServerCheckLifecycle broken = check(context, () -> {
					throw new NoClassDefFoundError("missing.Type");
				});
				broken.start();
				broken.stop();
			});
		}
		assertThat(output).contains("Could not check whether the Redis server is safe for locks", "missing.Type");
	}

	private static ServerCheckLifecycle check(BeanFactory beans, Callable<RedisConnection> connections) {
		RedisConnectionFactory factory = (RedisConnectionFactory) Proxy.newProxyInstance(
				RedisConnectionFactory.class.getClassLoader(), new Class<?>[] { RedisConnectionFactory.class },
				(proxy, method, arguments) -> connections.call());
		return new ServerCheckLifecycle(
				new ServerChecks(factory, beans.getBean(LockStore.class), "lock:", ConnectionAdvice.ofProperties()),
				LockProperties.StartupCheck.FAIL, () -> true);
	}

}
