package io.lockstarter.errors;

import java.util.List;
import java.util.Objects;

import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/** Starts applications that fail, and returns the message that their users read. */
final class Starts {

	private Starts() {
	}

	static ApplicationContextRunner under(List<String> conditions) {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class,
					DistributedLockAnnotationAutoConfiguration.class, LockTransactionAutoConfiguration.class))
			.withPropertyValues("distributed-lock.shutdown-timeout=0");
		for (String condition : conditions) {
			runner = switch (condition) {
				case "redis" -> runner.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class));
				case "another-redis" -> runner.withUserConfiguration(AnotherRedis.class);
				case "no-jedis" -> runner.withClassLoader(new FilteredClassLoader("redis.clients"));
				case "no-spring-data" -> runner.withClassLoader(new FilteredClassLoader(RedisConnectionFactory.class));
				default -> runner.withPropertyValues(condition);
			};
		}
		return runner;
	}

	/** Returns the analysis that Spring Boot would print: the first one in its order. */
	static FailureAnalysis failure(ApplicationContextRunner runner) {
		ConfigurableApplicationContext[] started = new ConfigurableApplicationContext[1];
		FailureAnalysis[] found = new FailureAnalysis[1];
		runner.withInitializer((context) -> started[0] = context).run((context) -> {
			Throwable failure = context.getStartupFailure();
			if (failure == null) {
				throw new AssertionError("It was accepted");
			}
			ArgumentResolver arguments = ArgumentResolver.of(BeanFactory.class, started[0].getBeanFactory())
				.and(Environment.class, started[0].getEnvironment());
			found[0] = SpringFactoriesLoader.forDefaultResourceLocation()
				.load(FailureAnalyzer.class, arguments, FailureHandler.handleMessage((message, ex) -> {
				}))
				.stream()
				.map((analyzer) -> analysis(analyzer, failure))
				.filter(Objects::nonNull)
				.findFirst()
				.orElseThrow(() -> new AssertionError("No analyzer explains " + failure, failure));
		});
		return found[0];
	}

	// Spring Boot also ignores an analyzer that fails.
	private static @Nullable FailureAnalysis analysis(FailureAnalyzer analyzer, Throwable failure) {
		try {
			return analyzer.analyze(failure);
		}
		catch (RuntimeException ex) {
			return null;
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class AnotherRedis {

		@Bean
		RedisConnectionFactory sessions() {
			return new JedisConnectionFactory();
		}

		@Bean
		RedisConnectionFactory orders() {
			return new JedisConnectionFactory();
		}

	}

}
