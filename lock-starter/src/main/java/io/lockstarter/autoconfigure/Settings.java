package io.lockstarter.autoconfigure;

import java.util.Objects;

import io.lockstarter.annotation.DurationSyntax;
import io.lockstarter.core.HandOffSettings;
import io.lockstarter.core.LockSettings;
import io.lockstarter.core.RetrySettings;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;

/** From properties, which know the user's words, to settings, which the core knows. */
final class Settings {

	private static final int MAX_NAME_LENGTH = 64;

	private Settings() {
	}

	static LockSettings of(LockProperties properties, Environment environment) {
		LockProperties.Retry retry = properties.retry();
		return new LockSettings(
				instanceName(properties.instanceName(), environment.getProperty("spring.application.name")),
				properties.ttl(), DurationSyntax.WAIT_TIME.parse(properties.waitTime()),
				properties.watchdog().interval(),
				new RetrySettings(retry.initialInterval(), retry.maxInterval(), retry.multiplier(), retry.jitter()),
				properties.wakeUp().maxSleep(), properties.release(),
				new HandOffSettings(properties.handOff().maxConsecutive(), properties.handOff().maxDuration()),
				properties.fencing());
	}

	// An application's name was not made for this: it is cut, and the core replaces what
	// does not fit, where a name that was given for this would be refused.
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
