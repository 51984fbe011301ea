package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (j). */
class ForeignValuesTests {

	@Test
	void unchangedValueIsAllowed() {
		assertThat(violations(new HistoryBuilder().add(found("6f1c")))).isZero();
		assertThat(violations(new HistoryBuilder().withLossyServer().add(found("6f1c")))).isZero();
	}

	@Test
	void appendedWaiterIsAlwaysDetected() {
		assertThat(violations(new HistoryBuilder().add(found("6f1c 1;1200;h;;app-x:1")))).isOne();
		assertThat(violations(new HistoryBuilder().withLossyServer().add(found("6f1c 1;1200;h;;app-x:1")))).isOne();
	}

	@Test
	void addedExpiryIsDetected() {
		assertThat(violations(new HistoryBuilder().add(found("6f1c with an expiry")))).isOne();
	}

	@Test
	void missingValueIsDetectedUnlessLocksCanBeLost() {
		assertThat(violations(new HistoryBuilder().add(found("")))).isOne();
		assertThat(violations(new HistoryBuilder().withLossyServer().add(found("")))).isZero();
	}

	@Test
	void valueOfAnotherOwnerIsDetectedUnlessLocksCanBeLost() {
		assertThat(violations(new HistoryBuilder().add(found("app-x:1")))).isOne();
		assertThat(violations(new HistoryBuilder().withLossyServer().add(found("app-x:1")))).isZero();
	}

	private static Event found(String found) {
		return HistoryBuilder.event(1, Kind.FOREIGN, "foreign-0-1").with("value", "6f1c").with("found", found);
	}

	private static int violations(HistoryBuilder history) {
		return history.violations(Invariant.FOREIGN_KEPT).size();
	}

}
