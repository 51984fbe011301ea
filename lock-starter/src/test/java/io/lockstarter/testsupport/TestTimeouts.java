package io.lockstarter.testsupport;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Sets how all tests wait for a condition by default. They poll often, since most
 * conditions come true soon. They give up late, since a busy machine is no failure.
 */
public final class TestTimeouts implements BeforeAllCallback {

	/** Longer than any successful step takes. */
	public static final Duration LIMIT = Duration.ofSeconds(30);

	@Override
	public void beforeAll(ExtensionContext context) {
		Awaitility.setDefaultPollDelay(Duration.ZERO);
		Awaitility.setDefaultPollInterval(Duration.ofMillis(5));
		Awaitility.setDefaultTimeout(LIMIT);
	}

}
