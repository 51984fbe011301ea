package io.lockstarter.faults.check;

import java.time.Duration;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** (l). */
class WaitBoundTests {

	@ParameterizedTest
	@EnumSource(names = { "ACQUIRED", "BUSY", "FAILED", "GAVE_UP", "CANCELED" })
	void returnAfterTheBoundIsDetected(Kind answer) {
		assertThat(violations(wait(2400, answer))).isZero();
		assertThat(violations(wait(2600, answer))).isOne();
	}

	@Test
	void timeInTheCriticalSectionDoesNotCount() {
		assertThat(violations(wait(10, Kind.ACQUIRED).add(9000, Kind.ENDED, "c0-0-1"))).isZero();
	}

	@Test
	void schedulingDelayDoesNotCount() {
		assertThat(violations(wait(4400, Kind.BUSY).add(paused("c0")))).isZero();
		assertThat(violations(wait(4600, Kind.BUSY).add(paused("c0")))).isOne();
		assertThat(violations(wait(4400, Kind.BUSY).add(paused("c7")))).isOne();
	}

	private static Event paused(String client) {
		return HistoryBuilder.event(3000, Kind.PAUSED, client).with("from", Duration.ofSeconds(1).toNanos());
	}

	/** The caller requests the lock at 0 and may wait for 2000 ms. */
	private static HistoryBuilder wait(long answered, Kind answer) {
		return new HistoryBuilder().add(HistoryBuilder.event(0, Kind.REQUESTED, "c0-0-1").with("bound", 2000))
			.add(answered, answer, "c0-0-1");
	}

	private static int violations(HistoryBuilder history) {
		return history.violations(Invariant.WAIT_BOUNDED).size();
	}

}
