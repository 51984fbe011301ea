package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.engine.SeveralLocksSimulation.Flaw;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Plays schedules of four callers that acquire random sets of keys, in virtual time. More
 * schedules: {@code -Dseveral.seeds=100000}; one again: {@code -Dseveral.first=42
 * -Dseveral.seeds=1}.
 */
class SeveralLocksSimulationTests {

	private static final long FIRST = Long.getLong("several.first", 0);

	private static final long SEEDS = Long.getLong("several.seeds", 1500);

	@Test
	void noScheduleDeadlocksOrOverlaps() {
		long holds = 0;
		long faults = 0;
		for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
			SeveralLocksSimulation played = SeveralLocksSimulation.of(seed, Flaw.NONE);
			assertThat(played.play()).as("seed " + seed).isEmpty();
			holds += played.holds();
			faults += played.faults();
		}
		System.out.printf("%d schedules of several keys: %d calls held their locks, %d faults%n", SEEDS, holds, faults);
		assertThat(holds).isPositive();
		assertThat(faults).isPositive();
	}

	@Test
	void callersWithoutAnOrderDeadlock() {
		assertThat(found(Flaw.NO_ORDER)).anyMatch((promise) -> promise.startsWith("deadlock"));
	}

	@Test
	void callersThatKeepLaterKeysDeadlock() {
		assertThat(found(Flaw.KEEP_LATER)).anyMatch((promise) -> promise.startsWith("deadlock"));
	}

	private static List<String> found(Flaw flaw) {
		List<String> broken = new ArrayList<>();
		for (long seed = 0; seed < 300 && broken.isEmpty(); seed++) {
			broken.addAll(SeveralLocksSimulation.of(seed, flaw).play());
		}
		return broken;
	}

}
