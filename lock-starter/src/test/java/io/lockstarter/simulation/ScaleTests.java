package io.lockstarter.simulation;

import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Simulates many instances, and prints waits and requests. For a longer run:
 * {@code -Plong -Dsimulation.scale=10}.
 */
@Tag("long")
@ExtendWith(SimulationLogs.class)
class ScaleTests {

	/** The entries that fit into the longest queue, if a token has 45 characters. */
	private static final int LONGEST_QUEUE = Integer.getInteger("simulation.queue", 131_072 / 69);

	private static final int SCALE = Integer.getInteger("simulation.scale", 1);

	private static final Duration HOLD = Duration.ofMillis(1);

	/** Each instance waits in the queue, so it is served once in each turn. */
	@Test
	void thousandInstancesShareOneKeyEqually() {
		ScaleSimulation.ScaleResult result = run("1,000 instances, one key",
				new ScaleSimulation(1_000, 1, 1, HOLD, Duration.ofSeconds(4L * SCALE)).withLongestQueue(LONGEST_QUEUE));
		assertThat(result.shares()[result.shares().length - 1]).isLessThanOrEqualTo(2 * result.shares()[0]);
		assertThat(result.requestsPerAcquisition()).isLessThan(5);
	}

	/** With several callers, an instance gives way and joins the queue again. */
	@Test
	void thousandInstancesWithSeveralCallersShareOneKeyEqually() {
		ScaleSimulation.ScaleResult result = run("1,000 instances with 2 callers each, one key",
				new ScaleSimulation(1_000, 2, 1, HOLD, Duration.ofSeconds(4L * SCALE)).withLongestQueue(LONGEST_QUEUE));
		assertThat(result.shares()[0]).isPositive();
	}

	@Test
	void tenThousandKeysNeedFewRequests() {
		ScaleSimulation.ScaleResult result = run("100 instances with 4 callers each, 10,000 keys",
				new ScaleSimulation(100, 4, 10_000, Duration.ofMillis(5), Duration.ofMillis(200L * SCALE)));
		assertThat(result.requestsPerAcquisition()).isBetween(2.0, 2.5);
	}

	private static ScaleSimulation.ScaleResult run(String what, ScaleSimulation simulation) {
		ScaleSimulation.ScaleResult result = simulation.run();
		System.out.println(what + ": " + result.text());
		return result;
	}

}
