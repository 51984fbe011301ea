package io.lockstarter.redlock;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Rows 64 and 65 of docs/guarantees.md: checks the remaining validity of a lock. */
class ValidityTests {

	private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

	@Test
	void validityIsTheTtlMinusElapsedTimeAndDrift() {
		Validity validity = new Validity(0.1);
		assertThat(validity.left(1000, 300 * MILLI)).isEqualTo((1000 - 300 - 100 - 2) * MILLI);
		assertThat(validity.left(1000, 898 * MILLI)).isZero();
		assertThat(validity.left(1000, 2000 * MILLI)).isNegative();
	}

	@ParameterizedTest
	@ValueSource(doubles = { 0, 0.001, 0.01, 0.02, 0.1, 0.5 })
	void leaseEndsBeforeTheLockOnASlowOrFastClock(double drift) {
		Validity validity = new Validity(drift);
		for (long ttl : new long[] { 50, 1000, 30_000, TimeUnit.DAYS.toMillis(365) }) {
			double core = ttl * 0.99;
			assertThat(core).isLessThanOrEqualTo(validity.onNodes(ttl) * (1 - Math.max(drift, 0.01)) + 0.5);
			assertThat(validity.onNodes(ttl)).isBetween(ttl, 2 * ttl);
		}
	}

	@Test
	void ttlIsUnchangedIfTheEngineSubtractsEnough() {
		assertThat(new Validity(0.01).onNodes(30_000)).isEqualTo(30_000);
		assertThat(new Validity(0).onNodes(30_000)).isEqualTo(30_000);
		assertThat(new Validity(0.02).onNodes(30_000)).isGreaterThan(30_000);
	}

}
