package io.lockstarter.testsupport;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * How all tests wait for a condition, unless they say otherwise: they look often, since
 * most conditions are there after a moment, and give up late, since a busy machine is no
 * failure.
 */
public final class Patience implements BeforeAllCallback {

	/** Longer than anything takes that works at all. */
	public static final Duration LIMIT = Duration.ofSeconds(30);

	@Override
	public void beforeAll(ExtensionContext context) {
		Awaitility.setDefaultPollDelay(Duration.ZERO);
		Awaitility.setDefaultPollInterval(Duration.ofMillis(5));
		Awaitility.setDefaultTimeout(LIMIT);
	}

}
