package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (k). */
class InterruptedTests {

	@Test
	void interruptedCallerThatGivesUpIsRight() {
		assertThat(wrong(end(Kind.GAVE_UP, true, true))).isZero();
	}

	@Test
	void callerThatGivesUpWithoutAnInterruptIsSeen() {
		assertThat(wrong(end(Kind.GAVE_UP, false, false))).isOne();
	}

	@Test
	void interruptedCallerMayAlsoGetTheLockOrFindItBusy() {
		assertThat(wrong(end(Kind.ENDED, true, true))).isZero();
		assertThat(wrong(end(Kind.BUSY, true, true))).isZero();
	}

	@Test
	void failureOfTheServerIsRightForAnInterruptedCallerToo() {
		assertThat(wrong(end(Kind.FAILED, true, true).with("interrupt", false))).isZero();
	}

	@Test
	void interruptThatIsReportedAsAFailureIsSeen() {
		assertThat(wrong(end(Kind.FAILED, true, true).with("interrupt", true))).isOne();
	}

	@Test
	void interruptThatMakesAnotherCallerFailIsSeen() {
		assertThat(wrong(end(Kind.FAILED, false, false).with("interrupt", true))).isOne();
	}

	@Test
	void lostFlagIsSeen() {
		assertThat(wrong(end(Kind.ENDED, true, false))).isOne();
		assertThat(wrong(end(Kind.GAVE_UP, true, false))).isOne();
	}

	@Test
	void flagOfAnotherIsSeen() {
		assertThat(wrong(end(Kind.ENDED, false, true))).isOne();
	}

	private static Event end(Kind kind, boolean interrupted, boolean flag) {
		return Story.event(1, kind, "c0-0-1").with("interrupted", interrupted).with("flag", flag);
	}

	private static int wrong(Event event) {
		return new Story().add(event).violations(Invariant.INTERRUPT_KEPT).size();
	}

}
