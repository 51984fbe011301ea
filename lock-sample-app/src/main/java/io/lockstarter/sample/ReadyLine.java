package io.lockstarter.sample;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Says, once the application answers, where its page is and which Redis it uses. */
@Component
final class ReadyLine {

	private static final Logger logger = LoggerFactory.getLogger(ReadyLine.class);

	private final Environment environment;

	private final RedisInUse redis;

	ReadyLine(Environment environment, RedisInUse redis) {
		this.environment = environment;
		this.redis = redis;
	}

	@EventListener(ApplicationReadyEvent.class)
	void ready() {
		logger.info("The shop is open: http://localhost:{}{}/ (Redis: {})",
				this.environment.getProperty("local.server.port"),
				this.environment.getProperty("server.servlet.context-path", ""), this.redis.text());
	}

}
