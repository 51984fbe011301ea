package io.lockstarter.autoconfigure;

import io.lockstarter.embedded.EmbeddedRedis;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Creates application contexts with this library. */
final class LockContexts {

	private LockContexts() {
	}

	/** Returns a context with Spring Boot's Redis, even if no server runs. */
	static ApplicationContextRunner redis() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class, DataRedisAutoConfiguration.class));
	}

	/** Returns a context with a client of this server. */
	static ApplicationContextRunner redis(EmbeddedRedis server, String client) {
		return redis().withPropertyValues("spring.data.redis.host=" + server.host(),
				"spring.data.redis.port=" + server.port(), "spring.data.redis.timeout=8s",
				"spring.data.redis.client-type=" + client, "spring.data.redis.lettuce.shutdown-timeout=0");
	}

	/** Returns a context without Redis. */
	static ApplicationContextRunner memory() {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
			.withPropertyValues("distributed-lock.store=memory", "distributed-lock.shutdown-timeout=0");
	}

}
