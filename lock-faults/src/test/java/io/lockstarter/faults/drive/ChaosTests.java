package io.lockstarter.faults.drive;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.lockstarter.faults.history.History;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ChaosTests {

	@TempDir
	private Path folder;

	@Test
	void theSameSeedGivesTheSameFaults() {
		assertThat(play("one", 1)).isEqualTo(play("two", 1));
		assertThat(play("three", 1)).isNotEqualTo(play("four", 2));
	}

	@Test
	void everyFaultHappensInARound() {
		assertThat(play("one", 1)).extracting((text) -> text.substring(0, 1)).containsExactlyInAnyOrder("a", "b", "c");
	}

	@Test
	void aFaultThatCannotBeMadeIsTold() {
		try (History history = History.create(this.folder, "one")) {
			Chaos chaos = new Chaos(List.of(new Fault("x", (random) -> {
				throw new IllegalArgumentException();
			})), 1, history, () -> true, () -> false, (millis) -> {
			});
			chaos.run();
			assertThatIllegalStateException().isThrownBy(chaos::throwIfFailed);
		}
	}

	private List<String> play(String name, long seed) {
		List<String> played = new ArrayList<>();
		List<Fault> faults = List.of("a", "b", "c")
			.stream()
			.map((fault) -> new Fault(fault, (random) -> played.add(fault + random.nextInt())))
			.toList();
		try (History history = History.create(this.folder, name)) {
			new Chaos(faults, seed, history, () -> true, () -> false, (millis) -> {
			}).run();
		}
		return played;
	}

}
