package io.lockstarter.redlock;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

/**
 * Provides five real servers for all tests of a class, and resets them after each test.
 */
@Timeout(120)
abstract class AbstractFiveNodesTests {

	/** A ttl that does not end during a test. */
	static final long LONG = 60_000;

	static FiveNodes nodes;

	@BeforeAll
	static void start() {
		nodes = FiveNodes.start();
	}

	@AfterAll
	static void stop() {
		nodes.close();
	}

	@AfterEach
	void reset() {
		nodes.reset();
	}

}
