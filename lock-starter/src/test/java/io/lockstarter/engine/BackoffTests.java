package io.lockstarter.engine;

import java.time.Duration;
import java.util.Random;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class BackoffTests {

	private static final RetrySettings STEADY = new RetrySettings(Duration.ofMillis(10), Duration.ofMillis(100), 2, 0);

	@Test
	void sleepsGrowUpToTheLongest() {
		Backoff backoff = new Backoff(STEADY, new Random(1));
		assertThat(new long[] { backoff.sleep(0), backoff.sleep(1), backoff.sleep(3), backoff.sleep(4),
				backoff.sleep(10_000) })
			.containsExactly(millis(10), millis(20), millis(80), millis(100), millis(100));
	}

	@RepeatedTest(50)
	void jitterShortensTheSleep() {
		Backoff backoff = new Backoff(new RetrySettings(Duration.ofMillis(10), Duration.ofMillis(100), 2, 0.5),
				new Random());
		assertThat(backoff.sleep(2)).isBetween(millis(20), millis(40));
		assertThat(backoff.scatter()).isBetween(0L, millis(10));
	}

	@Test
	void differentInstancesSleepDifferently() {
		Backoff one = new Backoff(RetrySettings.DEFAULT, new Random(1));
		Backoff other = new Backoff(RetrySettings.DEFAULT, new Random(2));
		assertThat(one.sleep(3)).isNotEqualTo(other.sleep(3));
	}

	@Test
	void invalidSettingsAreRefused() {
		Duration ten = Duration.ofMillis(10);
		assertThatIllegalArgumentException().isThrownBy(() -> new RetrySettings(Duration.ZERO, ten, 2, 0));
		assertThatIllegalArgumentException().isThrownBy(() -> new RetrySettings(ten, Duration.ofMillis(9), 2, 0));
		assertThatIllegalArgumentException().isThrownBy(() -> new RetrySettings(ten, Duration.ofHours(1), 2, 0));
		assertThatIllegalArgumentException().isThrownBy(() -> new RetrySettings(ten, ten, 0.5, 0));
		assertThatIllegalArgumentException().isThrownBy(() -> new RetrySettings(ten, ten, 2, Double.NaN));
	}

	private static long millis(long millis) {
		return Duration.ofMillis(millis).toNanos();
	}

}
