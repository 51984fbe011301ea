package io.lockstarter.autoconfigure;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class CommandTimeoutCheckTests {

	@Test
	void defaultOfLettuceIsTooLong(CapturedOutput output) {
		LockContexts.redis().run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).containsOnlyOnce("The command time-out of the Redis client is 60s. For locks with a ttl of "
				+ "30s it should be at most 10s. Set spring.data.redis.timeout=2s");
	}

	@ParameterizedTest
	@CsvSource({ "lettuce, 10001ms, 30s, 2s", "jedis, 11s, 30s, 2s", "lettuce, 2s, 1s, 333ms", "jedis, 0, 30s, 2s",
			"lettuce, 0, 30s, 2s" })
	void timeoutAboveAThirdOfTheTtlCausesAWarning(String client, String timeout, String ttl, String suggestion,
			CapturedOutput output) {
		run(client, timeout, ttl);
		assertThat(output).contains("Set spring.data.redis.timeout=" + suggestion);
	}

	@ParameterizedTest
	@CsvSource({ "lettuce, 10s, 30s", "jedis, 10s, 30s", "lettuce, 333ms, 1s" })
	void timeoutUpToAThirdOfTheTtlIsAccepted(String client, String timeout, String ttl, CapturedOutput output) {
		run(client, timeout, ttl);
		assertThat(output).contains("keeps its locks in").doesNotContain("spring.data.redis.timeout");
	}

	@Test
	void defaultOfJedisIsAccepted(CapturedOutput output) {
		LockContexts.redis()
			.withPropertyValues("spring.data.redis.client-type=jedis")
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("spring.data.redis.timeout");
	}

	@Test
	void adviceForFactoryOfTheApplicationNamesItsBean(CapturedOutput output) {
		LockContexts.redis()
			.withBean("orders", RedisConnectionFactory.class, () -> new LettuceConnectionFactory("127.0.0.1", 1))
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).containsOnlyOnce("it should be at most 10s. Set it in the bean 'orders' "
				+ "(spring.data.redis.timeout has no effect on this bean): "
				+ "LettuceClientConfiguration.builder().commandTimeout(Duration.ofMillis(2000))");
	}

	@Test
	void adviceForFactoryOfTheApplicationWorks(CapturedOutput output) {
		LettuceClientConfiguration said = LettuceClientConfiguration.builder()
			.commandTimeout(Duration.ofSeconds(2))
			.build();
		LockContexts.redis()
			.withBean("orders", RedisConnectionFactory.class,
					() -> new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 1), said))
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("The command time-out of the Redis client");
	}

	@Test
	void adviceForFactoryOfJedisNamesItsConfiguration(CapturedOutput output) {
		JedisClientConfiguration endless = JedisClientConfiguration.builder().readTimeout(Duration.ZERO).build();
		LockContexts.redis()
			.withBean("orders", RedisConnectionFactory.class,
					() -> new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 1), endless))
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).contains("JedisClientConfiguration.builder().readTimeout(Duration.ofMillis(2000))");
	}

	private static void run(String client, String timeout, String ttl) {
		LockContexts.redis()
			.withPropertyValues("spring.data.redis.client-type=" + client, "spring.data.redis.timeout=" + timeout,
					"distributed-lock.ttl=" + ttl)
			.run((context) -> assertThat(context).hasNotFailed());
	}

}
