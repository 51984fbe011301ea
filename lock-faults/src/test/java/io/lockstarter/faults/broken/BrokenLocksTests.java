package io.lockstarter.faults.broken;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import io.lockstarter.faults.check.Invariant;
import io.lockstarter.faults.drive.Outcome;
import io.lockstarter.faults.drive.Plan;
import io.lockstarter.faults.drive.Run;
import io.lockstarter.faults.report.Report;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The checker sees what is wrong with a lock, and only that. */
@Tag("faults")
class BrokenLocksTests {

	/** A run ends when the flaw has been seen, which takes a few seconds. */
	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/**
	 * Usually long enough for a fault to hit just that command which is followed by
	 * another. A run that saw nothing is followed by one with another seed, twice as
	 * long.
	 */
	private static final Duration AT_THE_END = Duration.ofSeconds(4);

	@ParameterizedTest
	@EnumSource(value = Flaw.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
	void everyFlawIsSeen(Flaw flaw) {
		Invariant broken = Objects.requireNonNull(flaw.breaks());
		Duration duration = flaw.isSeenAtTheEnd() ? AT_THE_END : PATIENCE;
		Outcome outcome = play(flaw, 1, duration);
		for (int seed = 2; outcome.verdict().of(broken).isEmpty() && duration.compareTo(PATIENCE) < 0; seed++) {
			duration = duration.multipliedBy(2);
			outcome = play(flaw, seed, duration);
		}
		assertThat(outcome.verdict().of(broken)).as("violations by %s", flaw).isNotEmpty();
	}

	@ParameterizedTest
	@EnumSource(value = Flaw.class, names = "NONE")
	void theSameLockWithoutFlawIsFoundRight(Flaw flaw) {
		Outcome outcome = play(flaw, 1, Duration.ofSeconds(5));
		assertThat(outcome.verdict().broken()).as(() -> Report.trace(outcome)).isEmpty();
	}

	private static Outcome play(Flaw flaw, long seed, Duration duration) {
		Path folder = Path.of("target", "faults", flaw.name().toLowerCase(Locale.ROOT)).toAbsolutePath();
		List<String> settings = new ArrayList<>(List.of("flaw=" + flaw, "long=6"));
		settings.addAll(flaw.settings());
		return Run.play(Plan.of(flaw.topology(), seed, duration, folder)
			.with(SimpleLocks.class.getName(), flaw::isShownBy, settings, flaw.breaks()));
	}

}
