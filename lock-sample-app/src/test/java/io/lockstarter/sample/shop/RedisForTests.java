package io.lockstarter.sample.shop;

import io.lockstarter.embedded.EmbeddedRedis;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;

@TestConfiguration(proxyBeanMethods = false)
class RedisForTests {

	@Bean(destroyMethod = "close")
	EmbeddedRedis redis() {
		return EmbeddedRedis.start();
	}

	@Bean
	DynamicPropertyRegistrar redisProperties(EmbeddedRedis redis) {
		return (registry) -> {
			registry.add("spring.data.redis.host", redis::host);
			registry.add("spring.data.redis.port", redis::port);
		};
	}

}
