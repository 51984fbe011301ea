package io.lockstarter.autoconfigure;

import io.lockstarter.LockHandle;
import io.lockstarter.LockService;
import io.lockstarter.embedded.EmbeddedRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
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
	void amongSeveralTheNamedOneIsUsed() {
		two().withPropertyValues("distributed-lock.connection-factory=second")
			.run((context) -> assertWorks(context.getBean(LockService.class)));
	}

	@Test
	void amongSeveralThePrimaryOneIsUsed() {
		two((definition) -> definition.setPrimary(true))
			.run((context) -> assertWorks(context.getBean(LockService.class)));
	}

	@Test
	void amongSeveralNoneIsGuessed() {
		two().run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(InvalidLockConfigurationException.class)
			.hasMessageContaining("first, second")
			.hasMessageContaining("distributed-lock.connection-factory"));
	}

	@Test
	void aNameThatDoesNotExistIsRefusedWithThoseThatDo() {
		two().withPropertyValues("distributed-lock.connection-factory=third")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockConfigurationException.class)
				.hasMessageContaining("'third'")
				.hasMessageContaining("first, second"));
	}

	// behaviour 81
	@Test
	void withoutAnyRedisClientTheStartFailsAndSaysWhatToDo() {
		LockContexts.redis()
			.withClassLoader(new FilteredClassLoader("io.lettuce", "redis.clients"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockConfigurationException.class)
				.hasMessageContaining("no RedisConnectionFactory")
				.hasMessageContaining("spring-boot-starter-data-redis")
				.hasMessageContaining("spring.data.redis.host")
				.hasMessageContaining("distributed-lock.store=memory")
				.hasMessageContaining("distributed-lock.enabled=false"));
	}

	@Test
	void clientThatIsChosenAndAbsentIsNamed() {
		LockContexts.redis()
			.withClassLoader(new FilteredClassLoader("redis.clients"))
			.withPropertyValues("spring.data.redis.client-type=jedis")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockConfigurationException.class)
				.hasMessageContaining("spring.data.redis.client-type is 'jedis', and Jedis is not on the class path")
				.hasMessageContaining("Add the dependency redis.clients:jedis")
				.hasMessageNotContaining("spring-boot-starter-data-redis"));
		LockContexts.redis()
			.withClassLoader(new FilteredClassLoader("io.lettuce"))
			.withPropertyValues("spring.data.redis.client-type=lettuce")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("Add the dependency io.lettuce:lettuce-core"));
	}

	// Spring Boot's own reactiveRedisTemplate wants one connection factory.
	@Test
	void twoFactoriesWithoutAPrimaryOneStopTheStartInSpringBoot() {
		twoInAWholeApplication(false).run((context) -> assertThat(context).getFailure()
			.hasMessageContaining("reactiveRedisTemplate")
			.rootCause()
			.isInstanceOf(NoUniqueBeanDefinitionException.class));
	}

	@Test
	void twoFactoriesStartWhereTheOtherOneIsPrimary() {
		twoInAWholeApplication(true).run((context) -> assertWorks(context.getBean(LockService.class)));
	}

	@Test
	void twoFactoriesStartWithoutWhatSpringBootMakesOfOne() {
		twoInAWholeApplication(false)
			.withPropertyValues("spring.autoconfigure.exclude=" + "org.springframework.boot.data.redis.autoconfigure."
					+ "DataRedisReactiveAutoConfiguration", "spring.data.redis.repositories.enabled=false")
			.run((context) -> assertWorks(context.getBean(LockService.class)));
	}

	@Test
	void withoutSpringDataRedisTheStartFailsAndSaysWhatToDo() {
		LockContexts.redis()
			.withClassLoader(new FilteredClassLoader("org.springframework.data.redis", "io.lettuce", "redis.clients"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockConfigurationException.class)
				.hasMessageContaining("Spring Data Redis is not on the class path")
				.hasMessageContaining("distributed-lock.store=memory"));
	}

	@Test
	void withoutLettuceJedisIsUsed() {
		LockContexts.redis(redis, "jedis").withClassLoader(new FilteredClassLoader("io.lettuce")).run((context) -> {
			assertThat(context).getBean(RedisConnectionFactory.class).isInstanceOf(JedisConnectionFactory.class);
			assertWorks(context.getBean(LockService.class));
		});
	}

	private static void assertWorks(LockService locks) {
		try (LockHandle handle = locks.acquire("order:42")) {
			assertThat(handle.isHeld()).isTrue();
		}
	}

	/** The first leads nowhere; the second to the server. */
	private static ApplicationContextRunner two(BeanDefinitionCustomizer... ofSecond) {
		return LockContexts.redis()
			.withBean("first", LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("127.0.0.1", 1))
			.withBean("second", LettuceConnectionFactory.class,
					() -> new LettuceConnectionFactory(redis.host(), redis.port()), ofSecond);
	}

	/** The locks are named on the second, in an application with all of Spring Boot. */
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
