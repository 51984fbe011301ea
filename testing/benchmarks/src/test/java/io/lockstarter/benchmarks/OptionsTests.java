package io.lockstarter.benchmarks;

import java.time.Duration;
import java.util.Map;

import io.lockstarter.benchmarks.peers.Peer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OptionsTests {

	@Test
	void runWithoutPropertiesIsComplete() {
		Options options = Options.of((name) -> null);
		assertThat(options.isComplete()).isTrue();
		assertThat(options.peers()).doesNotContain(Peer.UNLOCKED);
	}

	@Test
	void blankPropertyCountsAsMissing() {
		assertThat(Options.of((name) -> " ")).isEqualTo(Options.of((name) -> null));
	}

	@Test
	void runOfSomeScenariosIsNotComplete() {
		Options options = Options
			.of(Map.of("benchmark.scenarios", "S1, S4", "benchmark.contenders", "ours,floor")::get);
		assertThat(options.scenarios()).containsExactly("S1", "S4");
		assertThat(options.peers()).containsExactly(Peer.OURS, Peer.FLOOR);
		assertThat(options.isComplete()).isFalse();
	}

	@Test
	void runWithFewerRoundsIsNotComplete() {
		assertThat(Options.of(Map.of("benchmark.rounds", "1")::get).isComplete()).isFalse();
		assertThat(Options.of(Map.of("benchmark.rounds", "99")::get).isComplete()).isTrue();
	}

	@Test
	void secondsMayHaveAFraction() {
		assertThat(Options.of(Map.of("benchmark.seconds", "0.25")::get).measurement().round())
			.isEqualTo(Duration.ofMillis(250));
	}

	@Test
	void unknownContenderThrows() {
		assertThatIllegalArgumentException().isThrownBy(() -> Options.of(Map.of("benchmark.contenders", "hers")::get))
			.withMessageContaining("hers")
			.withMessageContaining("redisson");
	}

}
