package io.lockstarter.faults.drive;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.lockstarter.faults.history.History;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class FaultSequenceTests {

	@TempDir
	private Path folder;

	@Test
	void sameSeedInjectsTheSameFaults() {
		assertThat(execute("one", 1)).isEqualTo(execute("two", 1));
		assertThat(execute("three", 1)).isNotEqualTo(execute("four", 2));
	}

	@Test
	void roundInjectsEveryFault() {
		assertThat(execute("one", 1)).extracting((text) -> text.substring(0, 1))
			.containsExactlyInAnyOrder("a", "b", "c");
	}

	@Test
	void faultThatCannotBeInjectedIsReported() {
		try (History history = History.create(this.folder, "one")) {
			FaultSequence chaos = new FaultSequence(List.of(new Fault("x", (random) -> {
				throw new IllegalArgumentException("no such server");
			})), 1, history, () -> true, () -> false, (millis) -> {
			});
			chaos.run();
			assertThatIllegalStateException().isThrownBy(chaos::throwIfFailed)
				.withMessage("The fault 'x' could not be injected or not be ended: no such server");
		}
	}

	private List<String> execute(String name, long seed) {
		List<String> played = new ArrayList<>();
		List<Fault> faults = List.of("a", "b", "c")
			.stream()
			.map((fault) -> new Fault(fault, (random) -> played.add(fault + random.nextInt())))
			.toList();
		try (History history = History.create(this.folder, name)) {
			new FaultSequence(faults, seed, history, () -> true, () -> false, (millis) -> {
			}).run();
		}
		return played;
	}

}
