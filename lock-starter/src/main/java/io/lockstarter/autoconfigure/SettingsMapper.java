package io.lockstarter.autoconfigure;

import java.util.Objects;

import io.lockstarter.aop.definition.DurationSyntax;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.RetrySettings;
import io.lockstarter.lane.HandOffSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;

/** Converts the properties of the user to the settings of the engine. */
final class SettingsMapper {

	private static final int MAX_NAME_LENGTH = 64;

	private SettingsMapper() {
	}

	static LockSettings of(LockProperties properties, Environment environment) {
		LockProperties.Retry retry = properties.retry();
		LockProperties.HandOff handOff = properties.handOff();
		return new LockSettings(
				instanceName(properties.instanceName(), environment.getProperty("spring.application.name")),
				properties.ttl(), DurationSyntax.WAIT_TIME.parse(properties.waitTime()),
				properties.watchdog().interval(),
				new RetrySettings(retry.initialInterval(), retry.maxInterval(), retry.multiplier(), retry.jitter()),
				properties.wakeUp().maxSleep(), properties.releaseMode(),
				new HandOffSettings(handOff.maxConsecutive(), handOff.maxDuration(), handOff.slice()),
				properties.fencing());
	}

	// The application's name has another purpose. So it is cut, and the engine replaces
	// invalid characters. An invalid instance name would be refused.
	private static String instanceName(@Nullable String own, @Nullable String application) {
		if (own != null && !own.isEmpty()) {
			return own;
		}
		String name = Objects.requireNonNullElse(application, "").trim();
		if (name.isEmpty()) {
			return LockSettings.DEFAULT.instanceName();
		}
		return name.substring(0, Math.min(MAX_NAME_LENGTH, name.length()));
	}

}
