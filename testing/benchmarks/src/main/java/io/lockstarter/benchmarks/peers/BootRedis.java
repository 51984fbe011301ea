package io.lockstarter.benchmarks.peers;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * An application that has only the Redis connection of Spring Boot, so that all
 * contenders on Spring Data use the same connection.
 */
final class BootRedis implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	BootRedis(ContenderSettings settings, Class<?> configuration, String... properties) {
		this.context = new SpringApplicationBuilder(configuration).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.logStartupInfo(false)
			.properties("spring.data.redis.host=" + ContenderSettings.HOST, "spring.data.redis.port=" + settings.port(),
					"spring.data.redis.timeout=10s")
			.properties(properties)
			.run();
	}

	BootRedis(ContenderSettings settings) {
		this(settings, Connection.class);
	}

	RedisConnectionFactory connectionFactory() {
		return bean(RedisConnectionFactory.class);
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	@Override
	public void close() {
		this.context.close();
	}

	/** Configures only the connection. */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(DataRedisAutoConfiguration.class)
	static class Connection {

	}

}
