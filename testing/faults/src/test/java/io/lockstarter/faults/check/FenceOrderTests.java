package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (b). */
class FenceOrderTests {

	@Test
	void risingNumbersAreAllowed() {
		assertThat(violations(new HistoryBuilder().hold("c0-0-1", 0, 10, 20, 7).hold("c1-0-1", 5, 21, 30, 9))).isZero();
	}

	@Test
	void lowerNumberIsDetected() {
		assertThat(violations(new HistoryBuilder().hold("c0-0-1", 0, 10, 20, 7).hold("c1-0-1", 5, 21, 30, 6)))
			.isPositive();
	}

	@Test
	void equalNumberIsDetected() {
		assertThat(violations(new HistoryBuilder().hold("c0-0-1", 0, 10, 20, 7).hold("c1-0-1", 5, 21, 30, 7)))
			.isPositive();
	}

	@Test
	void holdThatWasNeverValidMayHaveALowerNumber() {
		HistoryBuilder history = new HistoryBuilder().hold("c0-0-1", 0, 10, 20, 7)
			.add(0, Kind.REQUESTED, "c1-0-1")
			.add(HistoryBuilder.event(15, Kind.ACQUIRED, "c1-0-1").with("fence", 6));
		assertThat(violations(history)).isZero();
	}

	@Test
	void laterRequestHasAHigherNumberEvenIfLocksCanBeLost() {
		assertThat(violations(
				new HistoryBuilder().withLossyServer().hold("c0-0-1", 0, 10, 40, 7).hold("c1-0-1", 11, 21, 30, 6)))
			.isOne();
	}

	@Test
	void concurrentRequestMayHaveALowerNumberIfLocksCanBeLost() {
		assertThat(violations(
				new HistoryBuilder().withLossyServer().hold("c0-0-1", 0, 10, 40, 7).hold("c1-0-1", 9, 21, 30, 6)))
			.isZero();
	}

	private static int violations(HistoryBuilder history) {
		return history.violations(Invariant.FENCE_RISES).size();
	}

}
