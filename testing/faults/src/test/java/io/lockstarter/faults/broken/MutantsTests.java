package io.lockstarter.faults.broken;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

import io.lockstarter.faults.client.StarterLocks;
import io.lockstarter.faults.drive.Plan;
import io.lockstarter.faults.drive.Run;
import io.lockstarter.faults.drive.RunResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests that the checker detects an error in a script of the library. */
@Tag("faults")
class MutantsTests {

	/**
	 * A run ends when the error was detected. Which faults meet which holds is random,
	 * and a minute was not always enough.
	 */
	private static final Duration TIMEOUT = Duration.ofMinutes(3);

	@ParameterizedTest
	@EnumSource
	void everyMutantIsDetected(Mutant mutant) {
		Path folder = Path.of("target", "faults", "mutant-" + mutant.name().toLowerCase(Locale.ROOT)).toAbsolutePath();
		Path classes = folder.resolveSibling(folder.getFileName() + "-classes");
		mutant.write(classes);
		RunResult result = Run.execute(Plan.of(mutant.topology(), 1, TIMEOUT, folder)
			.with(StarterLocks.class.getName(), mutant::isShownBy,
					List.of("classes=" + classes + File.pathSeparator, "long=6", "renewed=100"), mutant.breaks()));
		assertThat(result.checkResult().of(mutant.breaks())).as("violations by %s", mutant).isNotEmpty();
	}

}
