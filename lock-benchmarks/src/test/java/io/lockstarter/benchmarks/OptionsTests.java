package io.lockstarter.benchmarks;

import java.time.Duration;
import java.util.Map;

import io.lockstarter.benchmarks.peers.Peer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OptionsTests {

	@Test
	void withoutPropertiesNothingIsLeftOut() {
		Options options = Options.of((name) -> null);
		assertThat(options.isWhole()).isTrue();
		assertThat(options.peers()).doesNotContain(Peer.UNLOCKED);
	}

	@Test
	void blankPropertyIsAMissingOne() {
		assertThat(Options.of((name) -> " ")).isEqualTo(Options.of((name) -> null));
	}

	@Test
	void partOfTheScenariosIsNotTheWhole() {
		Options options = Options
			.of(Map.of("benchmark.scenarios", "S1, S4", "benchmark.contenders", "ours,floor")::get);
		assertThat(options.scenarios()).containsExactly("S1", "S4");
		assertThat(options.peers()).containsExactly(Peer.OURS, Peer.FLOOR);
		assertThat(options.isWhole()).isFalse();
	}

	@Test
	void fewerRoundsAreNotTheWhole() {
		assertThat(Options.of(Map.of("benchmark.rounds", "1")::get).isWhole()).isFalse();
		assertThat(Options.of(Map.of("benchmark.rounds", "99")::get).isWhole()).isTrue();
	}

	@Test
	void secondsMayHaveAFraction() {
		assertThat(Options.of(Map.of("benchmark.seconds", "0.25")::get).effort().round())
			.isEqualTo(Duration.ofMillis(250));
	}

	@Test
	void unknownContenderIsRefusedByName() {
		assertThatIllegalArgumentException().isThrownBy(() -> Options.of(Map.of("benchmark.contenders", "hers")::get))
			.withMessageContaining("hers")
			.withMessageContaining("redisson");
	}

}
