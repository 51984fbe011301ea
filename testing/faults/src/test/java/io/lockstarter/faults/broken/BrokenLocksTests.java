package io.lockstarter.faults.broken;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import io.lockstarter.faults.check.Invariant;
import io.lockstarter.faults.drive.Plan;
import io.lockstarter.faults.drive.Run;
import io.lockstarter.faults.drive.RunResult;
import io.lockstarter.faults.report.Report;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that the checker detects every flaw, and nothing in a lock without a flaw. */
@Tag("faults")
class BrokenLocksTests {

	/** A run ends when the flaw was detected, which takes a few seconds. */
	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	/**
	 * Usually long enough for a fault to hit the first of two commands. If the flaw was
	 * not detected, the next run has another seed and is twice as long.
	 */
	private static final Duration AT_THE_END = Duration.ofSeconds(4);

	@ParameterizedTest
	@EnumSource(value = Flaw.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
	void everyFlawIsDetected(Flaw flaw) {
		Invariant broken = Objects.requireNonNull(flaw.breaks());
		Duration duration = flaw.isSeenAtTheEnd() ? AT_THE_END : TIMEOUT;
		RunResult result = execute(flaw, 1, duration);
		for (int seed = 2; result.checkResult().of(broken).isEmpty() && duration.compareTo(TIMEOUT) < 0; seed++) {
			duration = duration.multipliedBy(2);
			result = execute(flaw, seed, duration);
		}
		assertThat(result.checkResult().of(broken)).as("violations by %s", flaw).isNotEmpty();
	}

	@ParameterizedTest
	@EnumSource(value = Flaw.class, names = "NONE")
	void lockWithoutFlawHasNoViolation(Flaw flaw) {
		RunResult result = execute(flaw, 1, Duration.ofSeconds(5));
		assertThat(result.checkResult().broken()).as(() -> Report.trace(result)).isEmpty();
	}

	private static RunResult execute(Flaw flaw, long seed, Duration duration) {
		Path folder = Path.of("target", "faults", flaw.name().toLowerCase(Locale.ROOT)).toAbsolutePath();
		List<String> settings = new ArrayList<>(List.of("flaw=" + flaw, "long=6"));
		settings.addAll(flaw.settings());
		return Run.execute(Plan.of(flaw.topology(), seed, duration, folder)
			.with(SimpleLocks.class.getName(), flaw::isShownBy, settings, flaw.breaks()));
	}

}
