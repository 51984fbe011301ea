package io.lockstarter.observability.actuator;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Shows the health to Spring Boot 4. */
public final class LockHealthIndicator implements HealthIndicator {

	private final LockHealth health;

	/**
	 * Creates the indicator.
	 * @param health the check
	 */
	public LockHealthIndicator(LockHealth health) {
		this.health = health;
	}

	@Override
	public Health health() {
		LockHealth.Result result = this.health.check();
		return (result.healthy() ? Health.up() : Health.down()).withDetails(result.details()).build();
	}

}
