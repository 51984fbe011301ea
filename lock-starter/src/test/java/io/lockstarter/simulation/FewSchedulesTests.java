package io.lockstarter.simulation;

import java.util.stream.Stream;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Plays some schedules of each type of lock in every build. {@link SimulationTests} plays
 * many, and needs the profile "long".
 */
@ExtendWith(SimulationLogs.class)
class FewSchedulesTests {

	private static final int SCHEDULES = 300;

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
	@EnumSource(names = { "RELEASE_WITHOUT_COMPARING", "VALIDITY_FROM_REPLY", "NO_EXPIRY", "PASSED_OVER_AFTER_TELLING",
			"EXPIRY_OF_LAST_SCORE", "TURN_WITHOUT_END", "TASKS_RUN_ON_CLIENT_THREAD" })
	void flawIsFound(SimulationFlaw flaw) throws Exception {
		assertThat(new SimulationRun(0, SCHEDULES, flaw).play(SCHEDULES).failures())
			.anySatisfy((failure) -> assertThat(failure.outcome().promise()).matches(flaw.breaks));
	}

}
