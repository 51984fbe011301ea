package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests the invariants (d), (f), (g) and (h). */
class EndOfRunTests {

	@Test
	void leftoversAreDetected() {
		CheckResult checkResult = new HistoryBuilder()
			.add(HistoryBuilder.event(1, Kind.LEFTOVER, "redis").with("what", "key"))
			.add(HistoryBuilder.event(2, Kind.LEFTOVER, "c0").with("what", "thread"))
			.checkResult(false);
		assertThat(checkResult.of(Invariant.NO_KEY_LEFT)).hasSize(1);
		assertThat(checkResult.of(Invariant.NOTHING_LEFT)).hasSize(1);
	}

	@Test
	void lastRequestMustAcquireTheLock() {
		HistoryBuilder history = new HistoryBuilder()
			.add(HistoryBuilder.event(1, Kind.REQUESTED, "c0-0-1").with("last", true));
		assertThat(history.violations(Invariant.ALL_SERVED)).hasSize(1);
		assertThat(history.add(2, Kind.ACQUIRED, "c0-0-1").violations(Invariant.ALL_SERVED)).isEmpty();
	}

	@Test
	void stuckClientIsDetected() {
		assertThat(new HistoryBuilder().add(1, Kind.STUCK, "c0").violations(Invariant.ALL_SERVED)).hasSize(1);
	}

	@Test
	void holderWithoutALockInTheServerIsDetected() {
		HistoryBuilder history = new HistoryBuilder()
			.add(HistoryBuilder.event(1, Kind.PROBED, "c0-0-1").with("mine", true));
		assertThat(history.violations(Invariant.NO_FALSE_SUCCESS)).isEmpty();
		history.add(HistoryBuilder.event(2, Kind.PROBED, "c0-0-1").with("mine", false));
		assertThat(history.violations(Invariant.NO_FALSE_SUCCESS)).hasSize(1);
	}

}
