package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (k). */
class InterruptHandlingTests {

	@Test
	void interruptedCallerMayGiveUp() {
		assertThat(violations(end(Kind.GAVE_UP, true, true))).isZero();
	}

	@Test
	void callerThatGivesUpWithoutAnInterruptIsDetected() {
		assertThat(violations(end(Kind.GAVE_UP, false, false))).isOne();
	}

	@Test
	void interruptedCallerMayAcquireTheLockOrFindItBusy() {
		assertThat(violations(end(Kind.ENDED, true, true))).isZero();
		assertThat(violations(end(Kind.BUSY, true, true))).isZero();
	}

	@Test
	void interruptedCallerMayReportAServerFailure() {
		assertThat(violations(end(Kind.FAILED, true, true).with("interrupt", false))).isZero();
	}

	@Test
	void interruptReportedAsAFailureIsDetected() {
		assertThat(violations(end(Kind.FAILED, true, true).with("interrupt", true))).isOne();
	}

	@Test
	void failureByTheInterruptOfAnotherThreadIsDetected() {
		assertThat(violations(end(Kind.FAILED, false, false).with("interrupt", true))).isOne();
	}

	@Test
	void clearedFlagIsDetected() {
		assertThat(violations(end(Kind.ENDED, true, false))).isOne();
		assertThat(violations(end(Kind.GAVE_UP, true, false))).isOne();
	}

	@Test
	void flagWithoutAnInterruptIsDetected() {
		assertThat(violations(end(Kind.ENDED, false, true))).isOne();
	}

	private static Event end(Kind kind, boolean interrupted, boolean flag) {
		return HistoryBuilder.event(1, kind, "c0-0-1").with("interrupted", interrupted).with("flag", flag);
	}

	private static int violations(Event event) {
		return new HistoryBuilder().add(event).violations(Invariant.INTERRUPT_KEPT).size();
	}

}
