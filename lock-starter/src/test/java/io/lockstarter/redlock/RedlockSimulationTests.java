package io.lockstarter.redlock;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs many schedules of Redlock and searches for one that breaks a promise.
 * {@code -Dredlock.seeds=100000} runs more of them, {@code -Dredlock.first=50000} runs
 * others, and {@code -Dredlock.seed=42} repeats one.
 */
class RedlockSimulationTests {

	private static final Path REPORT = Path.of("target", "redlock-simulation.txt");

	/** Each flaw must be found within this number of schedules. */
	private static final int FOUND_WITHIN = 400;

	private static final int LAST_LINES = 80;

	private static final Logger logger = (Logger) LoggerFactory.getLogger("io.lockstarter.redlock");

	@BeforeAll
	static void disableLogging() {
		logger.setLevel(Level.OFF);
	}

	@AfterAll
	static void enableLogging() {
		logger.setLevel(null);
	}

	@Test
	void noScheduleBreaksAPromise() throws Exception {
		Long seed = Long.getLong("redlock.seed");
		long first = (seed != null) ? seed : Long.getLong("redlock.first", 0);
		long count = (seed != null) ? 1 : Long.getLong("redlock.seeds", 400);
		long start = System.nanoTime();
		long holds = 0;
		List<Long> broken = new ArrayList<>();
		for (Played one : LongStream.range(first, first + count).parallel().mapToObj(Played::of).toList()) {
			holds += one.holds();
			if (one.broken()) {
				broken.add(one.seed());
			}
		}
		long perMinute = count * 60_000_000_000L / (System.nanoTime() - start);
		String report = "Redlock simulation, seeds %d to %d%n%,15d  schedules per minute%n%,15d  holds%n%,15d  promises broken%n"
			.formatted(first, first + count - 1, perMinute, holds, broken.size());
		System.out.println(report);
		Files.createDirectories(REPORT.getParent());
		Files.writeString(REPORT, report);
		assertThat(broken).as(() -> explain(broken.get(0), SimulatedFlaw.NONE)).isEmpty();
		assertThat(holds).as("locks that were acquired").isGreaterThan(count);
	}

	@Test
	void seedReplaysExactly() {
		for (long seed = 0; seed < 20; seed++) {
			List<String> once = new RedlockSimulation(seed, SimulatedFlaw.NONE, true).play().lines();
			assertThat(new RedlockSimulation(seed, SimulatedFlaw.NONE, true).play().lines()).isEqualTo(once)
				.hasSizeGreaterThan(10);
		}
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
	void flawIsFound(SimulatedFlaw flaw) {
		long seed = 0;
		String broken = null;
		while (seed < FOUND_WITHIN && (broken == null || !broken.matches(flaw.breaks))) {
			broken = new RedlockSimulation(seed++, flaw, false).play().broken();
		}
		System.out.println(flaw + ": " + broken + " after " + seed + " schedules");
		assertThat(broken).as(flaw.toString()).isNotNull().matches(flaw.breaks);
	}

	private static String explain(long seed, SimulatedFlaw flaw) {
		List<String> lines = new RedlockSimulation(seed, flaw, true).play().lines();
		return "Seed " + seed + "\n"
				+ String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
	}

	/**
	 * Holds the result of a schedule.
	 *
	 * @param seed its seed
	 * @param holds the number of acquired locks
	 * @param broken whether it broke a promise
	 */
	private record Played(long seed, int holds, boolean broken) {

		static Played of(long seed) {
			RedlockSimulation world = new RedlockSimulation(seed, SimulatedFlaw.NONE, false).play();
			return new Played(seed, world.holds, world.broken() != null);
		}

	}

}
