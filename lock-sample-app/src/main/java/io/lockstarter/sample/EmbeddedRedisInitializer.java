package io.lockstarter.sample;

import java.util.Map;

import io.lockstarter.embedded.EmbeddedRedis;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * Starts a Redis for an application that was given none, and points
 * {@code spring.data.redis} at it. It lasts until all beans are gone, so that locks can
 * still be released at shutdown, and also ends where the context fails to start. A build
 * that only processes the context ahead of time needs none.
 */
final class EmbeddedRedisInitializer implements ApplicationContextInitializer<GenericApplicationContext> {

	static final String BEAN_NAME = "embeddedRedis";

	private static final Logger logger = LoggerFactory.getLogger(EmbeddedRedisInitializer.class);

	@Override
	public void initialize(GenericApplicationContext context) {
		if (GivenRedis.in(context.getEnvironment()) || Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
			return;
		}
		EmbeddedRedis redis = EmbeddedRedis.start();
		logger.info("Started an embedded Redis on {}:{}, pid {}; to use your own, set spring.data.redis.host",
				redis.host(), redis.port(), redis.pid());
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource(BEAN_NAME,
					Map.of("spring.data.redis.host", redis.host(), "spring.data.redis.port", redis.port())));
		// Beans are destroyed in the reverse order of their registration: this one last.
		context.getDefaultListableBeanFactory().registerDisposableBean(BEAN_NAME, redis::close);
		context.getDefaultListableBeanFactory().registerSingleton(BEAN_NAME, redis);
	}

}
