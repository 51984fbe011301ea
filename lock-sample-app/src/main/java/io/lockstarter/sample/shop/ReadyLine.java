package io.lockstarter.sample.shop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Says where this instance answers; the launcher waits for this line. */
@Component
final class ReadyLine {

	private static final Logger logger = LoggerFactory.getLogger(ReadyLine.class);

	private final Environment environment;

	ReadyLine(Environment environment) {
		this.environment = environment;
	}

	@EventListener(ApplicationReadyEvent.class)
	void ready() {
		logger.info("Ready on port {}", this.environment.getProperty("local.server.port"));
	}

}
