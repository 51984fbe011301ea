package io.lockstarter.faults.broken;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

import io.lockstarter.faults.client.StarterLocks;
import io.lockstarter.faults.drive.Outcome;
import io.lockstarter.faults.drive.Plan;
import io.lockstarter.faults.drive.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The checker sees when one of our own scripts is wrong. */
@Tag("faults")
class MutantsTests {

	/** A run ends when it has been seen. */
	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@ParameterizedTest
	@EnumSource
	void everyMutantIsSeen(Mutant mutant) {
		Path folder = Path.of("target", "faults", "mutant-" + mutant.name().toLowerCase(Locale.ROOT)).toAbsolutePath();
		Path classes = folder.resolveSibling(folder.getFileName() + "-classes");
		mutant.write(classes);
		Outcome outcome = Run.play(Plan.of(mutant.topology(), 1, PATIENCE, folder)
			.with(StarterLocks.class.getName(), mutant::isShownBy,
					List.of("classes=" + classes + File.pathSeparator, "long=6", "renewed=100"), mutant.breaks()));
		assertThat(outcome.verdict().of(mutant.breaks())).as("violations by %s", mutant).isNotEmpty();
	}

}
