package io.lockstarter.sample.fleet;

import java.util.concurrent.atomic.AtomicBoolean;

import io.lockstarter.sample.fleet.server.LockServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Logs the address of the page and of Redis when the first instance is up, and a second
 * line when all are up. Ends the launcher if the first instance does not start.
 */
@Component
class StartupMessage {

	private static final Logger logger = LoggerFactory.getLogger(StartupMessage.class);

	private final AtomicBoolean open = new AtomicBoolean();

	private final AtomicBoolean complete = new AtomicBoolean();

	private final Fleet fleet;

	private final LockServer redis;

	private final ConfigurableApplicationContext context;

	StartupMessage(Fleet fleet, LockServer redis, ConfigurableApplicationContext context) {
		this.fleet = fleet;
		this.redis = redis;
		this.context = context;
	}

	@EventListener(ApplicationReadyEvent.class)
	void ready() {
		this.fleet.listen(this::changed);
	}

	private void changed(Instance instance) {
		if (instance.state() == InstanceState.DOWN && !instance.wasUp() && !this.open.get()) {
			giveUp(instance);
		}
		int up = this.fleet.up().size();
		if (up > 0 && this.open.compareAndSet(false, true)) {
			Environment environment = this.context.getEnvironment();
			logger.info("The shop is open: http://localhost:{}{}/ (Redis: {})",
					environment.getProperty("local.server.port"),
					environment.getProperty("server.servlet.context-path", ""), this.redis.text());
		}
		if (up == this.fleet.size() && this.complete.compareAndSet(false, true)) {
			logger.info("All {} instances are up", up);
		}
	}

	private void giveUp(Instance instance) {
		if (this.context.isActive()) {
			logger.error("{} did not start; see its output above", instance.name());
			Thread end = new Thread(() -> System.exit(SpringApplication.exit(this.context, () -> 1)), "give-up");
			// With daemon threads only, the JVM could end first, with status 0.
			end.setDaemon(false);
			end.start();
		}
	}

}
