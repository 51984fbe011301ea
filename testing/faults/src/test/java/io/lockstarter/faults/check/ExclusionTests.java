package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests invariant (a), EXCLUSION. */
class ExclusionTests {

	@Test
	void consecutiveHoldsAreAllowed() {
		assertThat(overlaps(new HistoryBuilder().hold("c0-0-1", 0, 10, 20, 1).hold("c1-0-1", 5, 21, 30, 2))).isZero();
	}

	@Test
	void overlappingHoldsAreDetected() {
		assertThat(overlaps(new HistoryBuilder().hold("c0-0-1", 0, 10, 25, 1).hold("c1-0-1", 5, 21, 30, 2))).isOne();
	}

	@Test
	void allHoldsInsideALongHoldAreDetected() {
		HistoryBuilder history = new HistoryBuilder().hold("c0-0-1", 0, 10, 100, 1)
			.hold("c1-0-1", 0, 20, 30, 2)
			.hold("c2-0-1", 0, 40, 50, 3);
		assertThat(overlaps(history)).isEqualTo(2);
	}

	@Test
	void holdThatWasNeverConfirmedIsNotValid() {
		HistoryBuilder history = new HistoryBuilder().hold("c0-0-1", 0, 10, 25, 1)
			.add(5, Kind.REQUESTED, "c1-0-1")
			.add(20, Kind.ACQUIRED, "c1-0-1");
		assertThat(overlaps(history)).isZero();
	}

	@Test
	void overlapBreaksNoPromiseIfLocksCanBeLost() {
		CheckResult checkResult = new HistoryBuilder().withLossyServer()
			.hold("c0-0-1", 0, 10, 25, 1)
			.hold("c1-0-1", 5, 21, 30, 2)
			.checkResult(false);
		assertThat(checkResult.of(Invariant.EXCLUSION)).hasSize(1);
		assertThat(checkResult.broken()).isEmpty();
	}

	private static int overlaps(HistoryBuilder history) {
		return history.violations(Invariant.EXCLUSION).size();
	}

}
