package io.lockstarter.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Turns logging off, since all faults are made on purpose. */
public final class SimulationLogs implements BeforeAllCallback, AfterAllCallback {

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.lockstarter");

	@Override
	public void beforeAll(ExtensionContext context) {
		this.logger.setLevel(Level.OFF);
	}

	@Override
	public void afterAll(ExtensionContext context) {
		this.logger.setLevel(null);
	}

}
