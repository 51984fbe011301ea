package io.lockstarter.autoconfigure;

import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationFailureAnalyzer;
import io.lockstarter.autoconfigure.failure.LockBindingFailureAnalyzer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.OrderUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Checks the text that a user reads if the application does not start. */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisTests {

	@Test
	void invalidPropertiesAreListedWithTheirFix(CapturedOutput output) {
		fail("--distributed-lock.store=memory", "--distributed-lock.ttl=30", "--distributed-lock.retry.jitter=2");
		assertThat(output).contains(
				"""
						Description:

						The configuration of the distributed locks is invalid:

						    - distributed-lock.ttl '30ms' is shorter than 50ms
						    - distributed-lock.retry.jitter '2.0' is not between 0.0 and 1.0

						Action:

						Change the configuration:

						    - distributed-lock.ttl: Set it to at least 50ms, such as 30s (a number without a unit counts milliseconds)
						    - distributed-lock.retry.jitter: Set it to a number from 0.0 to 1.0
						""");
	}

	@Test
	void redlockNodesAreExplainedWithoutTheirPasswords(CapturedOutput output) {
		fail("--distributed-lock.redlock.nodes=redis://:hidden@a,http://:hidden@b");
		assertThat(output).contains("""
				    - distributed-lock.redlock.nodes '2 nodes' are fewer than 3, so none of them may fail
				    - distributed-lock.redlock.nodes[1] '(not shown)' does not begin with redis:// or rediss://
				""")
			.contains("distributed-lock.redlock.nodes: Configure 3 or 5 masters that do not replicate each other")
			.doesNotContain("hidden");
	}

	@Test
	void missingRedisIsExplained(CapturedOutput output) {
		fail();
		assertThat(output).contains("""
				Description:

				The distributed locks need Redis, but the application has no bean of type RedisConnectionFactory.

				Action:

				Choose one:

				    - Let Spring Boot create the bean: do not exclude DataRedisAutoConfiguration \
				(RedisAutoConfiguration in Spring Boot 3), and set spring.data.redis.host.
				    - Define a bean of type RedisConnectionFactory.
				    - For tests, set distributed-lock.store=memory. Such locks exclude only callers in the same JVM.
				    - To run without locks, set distributed-lock.enabled=false.
				""");
	}

	@Test
	void unknownStoreIsExplainedWithTheKnownStores(CapturedOutput output) {
		fail("--distributed-lock.store=etcd");
		assertThat(output).contains("distributed-lock.store 'etcd' is not one of redis, memory")
			.contains("distributed-lock.store: Set it to redis or memory");
	}

	// Otherwise the order of the class path decides which analyzer explains the failure.
	@Test
	void ownAnalyzersRunBeforeThoseOfSpringBoot() {
		assertThat(OrderUtils.getOrder(InvalidLockConfigurationFailureAnalyzer.class)).isEqualTo(Integer.MIN_VALUE);
		assertThat(OrderUtils.getOrder(LockBindingFailureAnalyzer.class)).isEqualTo(Integer.MIN_VALUE);
	}

	private static void fail(String... arguments) {
		SpringApplication application = new SpringApplication(NoRedis.class);
		application.setRegisterShutdownHook(false);
		application.setWebApplicationType(WebApplicationType.NONE);
		assertThatThrownBy(() -> application.run(arguments)).isNotNull();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(LockAutoConfiguration.class)
	static class NoRedis {

	}

}
