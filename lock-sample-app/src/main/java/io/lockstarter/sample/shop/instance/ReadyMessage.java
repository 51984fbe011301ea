package io.lockstarter.sample.shop.instance;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Logs the port of this instance. The launcher waits for this line. */
@Component
final class ReadyMessage {

	private static final Logger logger = LoggerFactory.getLogger(ReadyMessage.class);

	private final Environment environment;

	ReadyMessage(Environment environment) {
		this.environment = environment;
	}

	@EventListener(ApplicationReadyEvent.class)
	void ready() {
		logger.info("Ready on port {}", this.environment.getProperty("local.server.port"));
	}

}
