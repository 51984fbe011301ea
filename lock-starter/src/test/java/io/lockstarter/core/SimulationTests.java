package io.lockstarter.core;

import java.util.stream.LongStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Plays many schedules and looks for one that breaks a promise. More of them:
 * {@code -Dsimulation.seeds=100000}, others: {@code -Dsimulation.first=50000}, one of
 * them again, from its beginning: {@code -Dsimulation.seed=42}.
 */
class SimulationTests {

	private static final Logger logger = (Logger) LoggerFactory.getLogger("io.lockstarter");

	@BeforeAll
	static void quiet() {
		logger.setLevel(Level.OFF);
	}

	@AfterAll
	static void loud() {
		logger.setLevel(null);
	}

	@Test
	void noScheduleBreaksAPromise() {
		long first = Long.getLong("simulation.seed", Long.getLong("simulation.first", 0));
		boolean one = Long.getLong("simulation.seed") != null;
		long count = one ? 1 : Long.getLong("simulation.seeds", 4000);
		LongStream.range(first, first + count).forEach((seed) -> {
			String broken = new Simulation(seed, false).play();
			if (broken != null) {
				Simulation again = new Simulation(seed, true);
				assertThat(again.play()).as("seed %d, again", seed).isEqualTo(broken);
				throw new AssertionError("seed " + seed + ": " + broken + "\n" + again.trace.last(one ? 10_000 : 40));
			}
		});
	}

}
