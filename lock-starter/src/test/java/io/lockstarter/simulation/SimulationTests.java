package io.lockstarter.simulation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Plays many schedules and looks for one that breaks a promise. It needs {@code -Plong};
 * {@link FewSchedulesTests} runs in every build. More schedules:
 * {@code -Dsimulation.seeds=100000}. Other schedules: {@code -Dsimulation.first=50000}.
 * One schedule again: {@code -Dsimulation.seed=42}.
 */
@Tag("long")
@ExtendWith(SimulationLogs.class)
class SimulationTests {

	private static final Path REPORT = Path.of("target", "simulation.txt");

	/** The largest number of lines of a readable trace. */
	private static final int READABLE = 40;

	/** The number of seeds after which the search for a flaw may end. */
	private static final int BLOCK = 50;

	private static final Set<SimulationFlaw> ENDLESS = Set.of(SimulationFlaw.REFRESH_DOES_NOT_ADMIT,
			SimulationFlaw.CANCELLATION_IS_LOST, SimulationFlaw.DRIVER_KEEPS_LANE);

	@Test
	void noScheduleBreaksAPromise() throws Exception {
		Long seed = Long.getLong("simulation.seed");
		long first = (seed != null) ? seed : Long.getLong("simulation.first", 0);
		long count = (seed != null) ? 1 : Long.getLong("simulation.seeds", 10_000);
		SimulationRun run = new SimulationRun(first, count, SimulationFlaw.NONE).play();
		String report = "Simulation, seeds %d to %d%n%s".formatted(first, first + count - 1, run.report());
		System.out.println(report);
		Files.createDirectories(REPORT.getParent());
		Files.writeString(REPORT, report);
		if (!run.failures().isEmpty()) {
			throw new AssertionError(SimulationFailures.explain(run.failures(), SimulationFlaw.NONE));
		}
	}

	@Test
	void everyKindOfEventOccurs() throws Exception {
		SimulationRun run = new SimulationRun(0, 1000, SimulationFlaw.NONE).play();
		SimulationRun async = new SimulationRun(0, 1000, SimulationFlaw.NO_FLAW_ASYNC).play();
		for (SimulationKind kind : SimulationKind.values()) {
			assertThat(async.count(kind)).as(kind.text).isPositive();
			assertThat(run.count(kind) > 0).as(kind.text).isEqualTo(!kind.ofAsyncCallers);
		}
	}

	@Test
	void seedReplaysExactly() {
		for (long seed = 0; seed < 50; seed++) {
			Simulation.Outcome once = Simulation.play(SimulationSource.drawnFrom(seed), SimulationFlaw.NONE, true);
			Simulation.Outcome again = Simulation.play(SimulationSource.drawnFrom(seed), SimulationFlaw.NONE, true);
			Simulation.Outcome recorded = Simulation.play(SimulationSource.of(once.choices()), SimulationFlaw.NONE,
					true);
			assertThat(again.lines()).isEqualTo(once.lines()).hasSizeGreaterThan(2);
			assertThat(recorded.lines()).isEqualTo(once.lines());
		}
	}

	/** Each flaw is detected, and its schedule shrunk to a readable length. */
	@ParameterizedTest
	@MethodSource
	void flawIsFoundAndShrunk(SimulationFlaw flaw) throws Exception {
		List<SimulationRun.Failure> found = find(flaw);
		assertThat(found).isNotEmpty();
		SimulationRun.Failure shortest = SimulationFailures.shortest(found);
		Simulation.Outcome shrunk = SimulationShrinker.shrink(shortest.outcome(), flaw, READABLE);
		Iterator<SimulationRun.Failure> others = SimulationFailures.shortestFirst(found).listIterator(1);
		while (shrunk.lines().size() > READABLE && others.hasNext()) {
			SimulationRun.Failure other = others.next();
			Simulation.Outcome smaller = SimulationShrinker.shrink(other.outcome(), flaw, READABLE);
			if (smaller.length() < shrunk.length()) {
				shortest = other;
				shrunk = smaller;
			}
		}
		System.out.println(SimulationFailures.explain(shortest, shrunk, flaw));
		assertThat(shrunk.promise()).isEqualTo(shortest.outcome().promise()).matches(flaw.breaks);
		assertThat(shrunk.lines()).hasSizeLessThanOrEqualTo(READABLE);
		assertThat(Simulation.play(SimulationSource.of(shrunk.choices()), flaw, true).lines())
			.isEqualTo(shrunk.lines());
		assertThat(Simulation.play(SimulationSource.of(shrunk.choices()), flaw.without(), false).promise())
			.as("without the flaw")
			.isNull();
	}

	/** A short run skips flaws whose schedules do not end, since these take long. */
	static Stream<SimulationFlaw> flawIsFoundAndShrunk() {
		boolean complete = Long.getLong("simulation.seeds", 0) >= 100_000;
		return Stream.of(SimulationFlaw.values())
			.filter((flaw) -> !flaw.breaks.isEmpty() && (complete || !ENDLESS.contains(flaw)));
	}

	/** Plays callers that do not block, beside callers that do. */
	@ParameterizedTest
	@EnumSource(
			names = { "NO_FLAW_ASYNC", "NO_FLAW_ASYNC_FAIR", "NO_FLAW_ASYNC_READ_WRITE", "NO_FLAW_ASYNC_SEMAPHORE" })
	void noScheduleOfAsyncCallersBreaksAPromise(SimulationFlaw none) throws Exception {
		long usual = (none.claims == null) ? 2_000 : 500;
		play(none, usual);
	}

	/** Plays fair, read/write and semaphore locks. */
	@ParameterizedTest
	@EnumSource(names = { "NO_FLAW_FAIR", "NO_FLAW_READ_WRITE", "NO_FLAW_SEMAPHORE" })
	void noScheduleOfClaimsBreaksAPromise(SimulationFlaw none) throws Exception {
		play(none, 3_000);
	}

	private static void play(SimulationFlaw none, long usual) throws Exception {
		Long seed = Long.getLong("simulation.seed");
		long first = (seed != null) ? seed : Long.getLong("simulation.first", 0);
		long count = (seed != null) ? 1 : Long.getLong("simulation.seeds", usual);
		SimulationRun run = new SimulationRun(first, count, none).play();
		System.out.println(none + "\n" + run.report());
		if (!run.failures().isEmpty()) {
			throw new AssertionError(SimulationFailures.explain(run.failures(), none));
		}
	}

	/**
	 * Plays blocks of seeds completely, so that every machine finds the same failures.
	 */
	private static List<SimulationRun.Failure> find(SimulationFlaw flaw) throws Exception {
		List<SimulationRun.Failure> found = new ArrayList<>();
		for (int first = 0; first < 6000 && !isEnough(found); first += BLOCK) {
			found.addAll(new SimulationRun(first, BLOCK, flaw).play(Integer.MAX_VALUE).failures());
			// The flaw may also break other promises.
			found.removeIf((failure) -> !String.valueOf(failure.outcome().promise()).matches(flaw.breaks));
		}
		return found;
	}

	/** Shrinking a long schedule takes longer than finding a shorter one. */
	private static boolean isEnough(List<SimulationRun.Failure> found) {
		return !found.isEmpty()
				&& SimulationFailures.shortest(found).outcome().decisions() <= ((found.size() < 3) ? 300 : 500);
	}

}
