package io.lockstarter.test;

import java.util.List;

import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.redlock.RedlockStore;
import io.lockstarter.store.LockStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests where a test context keeps its locks. No test connects to a server. */
@ExtendWith(OutputCaptureExtension.class)
class StoreOfTestTests {

	private final ApplicationContextRunner outsideOfTests = new ApplicationContextRunner()
		.withPropertyValues("distributed-lock.startup-check=off")
		.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, LockAutoConfiguration.class,
				LockTestStoreAutoConfiguration.class, LockTesterAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.outsideOfTests.withInitializer(LockTestContext::mark);

	@Test
	void memoryWithoutRedis(CapturedOutput output) {
		this.runner.run((context) -> {
			assertThat(context).hasSingleBean(LockStore.class).hasSingleBean(LockTester.class);
			assertThat(context.getBean(LockStore.class)).isInstanceOf(InMemoryTestStore.class);
		});
		assertThat(output.getOut()
			.lines()
			.filter((line) -> line.contains("INFO")
					&& line.contains("The locks of this test are in memory, since the test configures no Redis")))
			.hasSize(1);
	}

	@Test
	void memoryIfOnlyAConfigurationFileNamesRedis() {
		this.runner.withInitializer(new ConfigDataApplicationContextInitializer()).run((context) -> {
			assertThat(context.getEnvironment().getProperty("spring.data.redis.host")).isNotEmpty();
			assertThat(context.getBean(LockStore.class)).isInstanceOf(InMemoryTestStore.class);
		});
	}

	@Test
	void memoryIfTheStoreIsMemory(CapturedOutput output) {
		this.runner.withPropertyValues("distributed-lock.store=MEMORY", "spring.data.redis.port=1")
			.run((context) -> assertThat(context.getBean(LockStore.class)).isInstanceOf(InMemoryTestStore.class));
		assertThat(output).contains("in memory, since distributed-lock.store is 'memory'");
	}

	@Test
	void redisIfTheStoreIsRedis(CapturedOutput output) {
		this.runner.withPropertyValues("distributed-lock.store=redis").run(StoreOfTestTests::isRedis);
		assertThat(output)
			.contains("The locks of this test are in RedisLockStore, since distributed-lock.store is 'redis'");
	}

	@Test
	void redisIfTheTestHasAConnectionFactory(CapturedOutput output) {
		this.runner.withBean("mine", LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("localhost", 1))
			.run(StoreOfTestTests::isRedis);
		assertThat(output).contains("the test has the connection factory 'mine'");
	}

	@Test
	void redisIfTheTestHasAServiceConnection(CapturedOutput output) {
		this.runner.withBean("container", DataRedisConnectionDetails.class, Container::new)
			.run(StoreOfTestTests::isRedis);
		assertThat(output).contains("the test has the service connection 'container'");
	}

	@Test
	void redisIfTheTestSetsItsAddress(CapturedOutput output) {
		for (String address : List.of("spring.data.redis.port=1", "spring.data.redis.url=redis://localhost:1",
				"spring.data.redis.cluster.nodes[0]=localhost:1")) {
			this.runner.withPropertyValues(address).run(StoreOfTestTests::isRedis);
		}
		assertThat(output).contains("spring.data.redis.cluster.nodes is set outside of the configuration files");
	}

	@Test
	void redlockIfTheTestSetsItsNodes() {
		this.runner
			.withPropertyValues(
					"distributed-lock.redlock.nodes=redis://localhost:1,redis://localhost:2,redis://localhost:3")
			.run((context) -> assertThat(context.getBean(LockStore.class)).isInstanceOf(RedlockStore.class));
	}

	@Test
	void storeOfTheApplicationStays(CapturedOutput output) {
		this.runner.withBean(InMemoryLockStore.class).run((context) -> {
			assertThat(context.getBean(LockStore.class)).isInstanceOf(InMemoryLockStore.class);
			assertThat(context).hasSingleBean(LockTester.class).hasSingleBean(LockThreads.class);
		});
		assertThat(output).contains("in InMemoryLockStore, since the context defines its own store");
	}

	@Test
	void redisOutsideOfTests() {
		this.outsideOfTests
			.run((context) -> assertThat(context.getBean(LockStore.class)).isInstanceOf(RedisLockStore.class));
		this.outsideOfTests.run((context) -> assertThat(context).doesNotHaveBean(LockTester.class));
	}

	@Test
	void nothingIfLocksAreDisabled() {
		this.runner.withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(LockStore.class)
				.doesNotHaveBean(LockTester.class));
	}

	private static void isRedis(AssertableApplicationContext context) {
		assertThat(context).hasSingleBean(LockTester.class);
		assertThat(context.getBean(LockStore.class)).isInstanceOf(RedisLockStore.class);
	}

	/** The details of a container that does not run. */
	private static final class Container implements DataRedisConnectionDetails {

		@Override
		public Standalone getStandalone() {
			return Standalone.of("localhost", 1);
		}

	}

}
