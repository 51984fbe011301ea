package io.lockstarter.benchmarks.migration;

import java.util.function.Supplier;

import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.LockAutoConfiguration;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * An application with our locks, on its own connection factory or on that of Spring Boot.
 */
final class MigratingApplication implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private MigratingApplication(SpringApplicationBuilder application) {
		this.context = application.web(WebApplicationType.NONE).bannerMode(Banner.Mode.OFF).logStartupInfo(false).run();
	}

	static MigratingApplication start(int port, String... properties) {
		return new MigratingApplication(new SpringApplicationBuilder(WithLettuce.class)
			.properties("spring.data.redis.port=" + port, "spring.data.redis.timeout=20s")
			.properties(properties));
	}

	static MigratingApplication start(Supplier<RedisConnectionFactory> factory, String... properties) {
		ApplicationContextInitializer<GenericApplicationContext> bean = (context) -> context
			.registerBean(RedisConnectionFactory.class, factory);
		return new MigratingApplication(
				new SpringApplicationBuilder(WithoutClient.class).initializers(bean).properties(properties));
	}

	LockService locks() {
		return this.context.getBean(LockService.class);
	}

	RedisConnectionFactory connectionFactory() {
		return this.context.getBean(RedisConnectionFactory.class);
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, LockAutoConfiguration.class })
	static class WithLettuce {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(LockAutoConfiguration.class)
	static class WithoutClient {

	}

}
