package io.lockstarter.simulation;

import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Plays some schedules of each type of lock in every build, and finds each flaw.
 * {@link SimulationTests} plays many, shrinks the flaws, and needs the profile "long".
 */
@ExtendWith(SimulationLogs.class)
class FewSchedulesTests {

	private static final int SCHEDULES = 300;

	/**
	 * Each flaw must be found within this number of schedules. Most are found in the
	 * first 100, and the rarest in the first 500.
	 */
	private static final int FOUND_WITHIN = 3000;

	@ParameterizedTest
	@MethodSource
	void noScheduleBreaksAPromise(SimulationFlaw none) throws Exception {
		SimulationRun run = new SimulationRun(0, SCHEDULES, none).play();
		if (!run.failures().isEmpty()) {
			throw new AssertionError(SimulationFailures.explain(run.failures(), none));
		}
	}

	static Stream<SimulationFlaw> noScheduleBreaksAPromise() {
		return Stream.of(SimulationFlaw.values()).filter((flaw) -> flaw.breaks.isEmpty());
	}

	/** Otherwise the schedules that are played here could not show anything. */
	@ParameterizedTest
	@MethodSource
	void flawIsFound(SimulationFlaw flaw) {
		assertThat(LongStream.range(0, FOUND_WITHIN)
			.mapToObj((seed) -> Simulation.play(SimulationSource.drawnFrom(seed), flaw, false).promise())
			.filter((promise) -> promise != null && promise.matches(flaw.breaks))
			.findFirst()).isPresent();
	}

	static Stream<SimulationFlaw> flawIsFound() {
		return Stream.of(SimulationFlaw.values()).filter((flaw) -> !flaw.breaks.isEmpty());
	}

}
