package io.lockstarter.autoconfigure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.lockstarter.LockHandle;
import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import io.lockstarter.embedded.EmbeddedRedis;
import io.lockstarter.embedded.TlsFiles;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.redlock.RedlockStore;
import io.lockstarter.store.LockStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests Redlock that is configured only by properties. */
@ExtendWith(OutputCaptureExtension.class)
class RedlockAutoConfigurationTests {

	@TempDir
	private static Path folder;

	private static final List<EmbeddedRedis> servers = new ArrayList<>();

	private static TlsFiles tls;

	/** Without the auto-configuration of Spring Data Redis. */
	private final ApplicationContextRunner contexts = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, LockAutoConfiguration.class))
		.withPropertyValues("distributed-lock.redlock.node-timeout=5s");

	@BeforeAll
	static void start() {
		tls = TlsFiles.create(folder);
		for (int i = 0; i < 3; i++) {
			servers.add(EmbeddedRedis.builder().tls(tls).user("locker", "s3cret", "~lock:*", "+@all").start());
		}
	}

	@AfterAll
	static void stop() {
		servers.forEach(EmbeddedRedis::close);
	}

	private static String nodes(String format) {
		return "distributed-lock.redlock.nodes="
				+ String.join(",", servers.stream().map((server) -> format.formatted(server.port())).toList());
	}

	private static void works(LockService locks) {
		await().ignoreExceptions().untilAsserted(() -> locks.acquire("k").close());
		try (LockHandle handle = locks.acquire("k")) {
			assertThat(servers).filteredOn((server) -> server.command("GET", "lock:k").text().equals(handle.token()))
				.hasSizeGreaterThanOrEqualTo(2);
		}
	}

	@Test
	void nodesEnableRedlockWithoutAConnectionFactory() {
		this.contexts.withPropertyValues(nodes("redis://127.0.0.1:%d")).run((context) -> {
			assertThat(context).getBean(LockStore.class).isInstanceOf(RedlockStore.class);
			assertThat(context).doesNotHaveBean(ServerCheckLifecycle.class);
			works(context.getBean(LockService.class));
		});
	}

	@Test
	void nodesMayBeListElementsBesideAnotherRedis() {
		LockContexts.redis()
			.withPropertyValues("distributed-lock.redlock.nodes[0]=" + servers.get(0).uri(),
					"distributed-lock.redlock.nodes[1]=" + servers.get(1).uri(),
					"distributed-lock.redlock.nodes[2]=" + servers.get(2).uri(),
					"distributed-lock.redlock.node-timeout=5s")
			.run((context) -> {
				assertThat(context).getBean(LockStore.class).isInstanceOf(RedlockStore.class);
				works(context.getBean(LockService.class));
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "${NODES:}" })
	void emptyNodesUseTheRedisOfSpring(String none) {
		LockContexts.redis()
			.withPropertyValues("distributed-lock.redlock.nodes=" + none, "distributed-lock.startup-check=off")
			.run((context) -> assertThat(context).getBean(LockStore.class).isInstanceOf(RedisLockStore.class));
	}

	@Test
	void nodesAreRefusedWithoutLettuce() {
		LockContexts.redis()
			.withClassLoader(new FilteredClassLoader("io.lettuce"))
			.withPropertyValues(nodes("redis://127.0.0.1:%d"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockConfigurationException.class)
				.hasMessage("distributed-lock.redlock.nodes '3 nodes' need Lettuce, which is not on the class path"));
	}

	@Test
	void userAndPasswordAreThoseOfTheUri() {
		this.contexts.withPropertyValues(nodes("redis://locker:s3cret@127.0.0.1:%d"))
			.run((context) -> works(context.getBean(LockService.class)));
	}

	@Test
	void tlsUsesTheTrustStoreOfTheBundle() {
		this.contexts
			.withPropertyValues(
					"distributed-lock.redlock.nodes=" + String.join(",",
							servers.stream().map((server) -> "rediss://127.0.0.1:" + server.tlsPort()).toList()),
					"distributed-lock.redlock.ssl-bundle=locks",
					"spring.ssl.bundle.pem.locks.truststore.certificate=" + tls.authority().toUri())
			.run((context) -> works(context.getBean(LockService.class)));
	}

	@Test
	void memoryStoreIgnoresNodes() {
		this.contexts.withPropertyValues(nodes("redis://127.0.0.1:%d"), "distributed-lock.store=memory")
			.run((context) -> assertThat(context).getBean(LockStore.class).isInstanceOf(InMemoryLockStore.class));
	}

	@Test
	void applicationStartsIfNodesAreDown(CapturedOutput output) {
		this.contexts.withPropertyValues(
				"distributed-lock.redlock.nodes=redis://:hidden@127.0.0.1:1,redis://127.0.0.1:2,redis://127.0.0.1:3")
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(LockService.class));
		assertThat(output).contains("No majority of the Redlock nodes is connected yet").doesNotContain("hidden");
	}

	@Test
	void evenNumberOfNodesCausesAWarning(CapturedOutput output) {
		this.contexts.withPropertyValues(nodes("redis://127.0.0.1:%d") + ",redis://127.0.0.1:1")
			.run((context) -> works(context.getBean(LockService.class)));
		assertThat(output).contains("4 Redlock nodes tolerate no more failed nodes than 3 would");
	}

}
