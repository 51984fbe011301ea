package io.lockstarter.autoconfigure;

import java.time.Duration;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import io.lockstarter.embedded.EmbeddedRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionFactoryChoiceTests {

	private static EmbeddedRedis redis;

	@BeforeAll
	static void startRedis() {
		redis = EmbeddedRedis.start();
	}

	@AfterAll
	static void stopRedis() {
		redis.close();
	}

	@Test
	void namedFactoryIsUsed() {
		two().withPropertyValues("distributed-lock.connection-factory=second")
			.run((context) -> assertWorks(context.getBean(LockService.class)));
	}

	@Test
	void primaryFactoryIsUsed() {
		two((definition) -> definition.setPrimary(true))
			.run((context) -> assertWorks(context.getBean(LockService.class)));
	}

	@Test
	void severalFactoriesWithoutAChoiceAreRefused() {
		two().run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(InvalidLockConfigurationException.class)
			.hasMessageContaining("first, second")
			.hasMessageContaining("distributed-lock.connection-factory"));
	}

	@Test
	void unknownNameIsRefusedWithTheKnownNames() {
		two().withPropertyValues("distributed-lock.connection-factory=third")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockConfigurationException.class)
				.hasMessageContaining("'third'")
				.hasMessageContaining("first, second"));
	}

	// behaviour 81
	@Test
	void missingRedisClientIsExplained() {
		LockContexts.redis()
			.withClassLoader(new FilteredClassLoader("io.lettuce", "redis.clients"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockConfigurationException.class)
				.hasMessageContaining("neither Lettuce nor Jedis is on the class path")
				.hasMessageContaining("Add the dependency io.lettuce:lettuce-core or redis.clients:jedis")
				.hasMessageNotContaining("spring-boot-starter-data-redis")
				.hasMessageContaining("distributed-lock.store=memory")
				.hasMessageContaining("distributed-lock.enabled=false"));
	}

	/** The starter brings the dependency, so the advice must be another one. */
	@Test
	void excludedRedisAutoConfigurationIsExplained() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockConfigurationException.class)
				.hasMessageContaining("no bean of type RedisConnectionFactory")
				.hasMessageContaining("do not exclude DataRedisAutoConfiguration")
				.hasMessageContaining("Define a bean of type RedisConnectionFactory")
				.hasMessageNotContaining("spring-boot-starter-data-redis"));
	}

	@Test
	void missingSelectedClientIsExplained() {
		LockContexts.redis()
			.withClassLoader(new FilteredClassLoader("redis.clients"))
			.withPropertyValues("spring.data.redis.client-type=jedis")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockConfigurationException.class)
				.hasMessageContaining("spring.data.redis.client-type is 'jedis', but Jedis is not on the class path")
				.hasMessageContaining("Add the dependency redis.clients:jedis")
				.hasMessageNotContaining("spring-boot-starter-data-redis"));
		LockContexts.redis()
			.withClassLoader(new FilteredClassLoader("io.lettuce"))
			.withPropertyValues("spring.data.redis.client-type=lettuce")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("Add the dependency io.lettuce:lettuce-core"));
	}

	// Spring Boot's own reactiveRedisTemplate needs a single connection factory.
	@Test
	void twoFactoriesWithoutPrimaryFailInSpringBoot() {
		twoInAWholeApplication(false).run((context) -> assertThat(context).getFailure()
			.hasMessageContaining("reactiveRedisTemplate")
			.rootCause()
			.isInstanceOf(NoUniqueBeanDefinitionException.class));
	}

	@Test
	void twoFactoriesStartIfTheOtherOneIsPrimary() {
		twoInAWholeApplication(true).run((context) -> assertWorks(context.getBean(LockService.class)));
	}

	@Test
	void twoFactoriesStartWithoutReactiveTemplateAndRepositories() {
		twoInAWholeApplication(false)
			.withPropertyValues("spring.autoconfigure.exclude=" + "org.springframework.boot.data.redis.autoconfigure."
					+ "DataRedisReactiveAutoConfiguration", "spring.data.redis.repositories.enabled=false")
			.run((context) -> assertWorks(context.getBean(LockService.class)));
	}

	@Test
	void missingSpringDataRedisIsExplained() {
		LockContexts.redis()
			.withClassLoader(new FilteredClassLoader("org.springframework.data.redis", "io.lettuce", "redis.clients"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockConfigurationException.class)
				.hasMessageContaining("Spring Data Redis is not on the class path")
				.hasMessageContaining("distributed-lock.store=memory"));
	}

	@Test
	void jedisIsUsedWithoutLettuce() {
		LockContexts.redis(redis, "jedis").withClassLoader(new FilteredClassLoader("io.lettuce")).run((context) -> {
			assertThat(context).getBean(RedisConnectionFactory.class).isInstanceOf(JedisConnectionFactory.class);
			assertWorks(context.getBean(LockService.class));
		});
	}

	private static void assertWorks(LockService locks) {
		// The first connection of a new JVM may take seconds.
		try (LockHandle handle = locks.acquire(LockRequest.of("order:42").withWaitTime(Duration.ofSeconds(30)))) {
			assertThat(handle.isHeld()).isTrue();
		}
	}

	/** Only the second factory connects to the server. */
	private static ApplicationContextRunner two(BeanDefinitionCustomizer... ofSecond) {
		return LockContexts.redis()
			.withBean("first", LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("127.0.0.1", 1))
			.withBean("second", LettuceConnectionFactory.class,
					() -> new LettuceConnectionFactory(redis.host(), redis.port()), ofSecond);
	}

	/**
	 * The locks use the second factory, in an application with all auto-configurations.
	 */
	private static ApplicationContextRunner twoInAWholeApplication(boolean firstIsPrimary) {
		return new ApplicationContextRunner().withUserConfiguration(WholeApplication.class)
			.withBean("first", LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("127.0.0.1", 1),
					(definition) -> definition.setPrimary(firstIsPrimary))
			.withBean("second", LettuceConnectionFactory.class,
					() -> new LettuceConnectionFactory(redis.host(), redis.port()))
			.withPropertyValues("distributed-lock.connection-factory=second");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class WholeApplication {

	}

}
