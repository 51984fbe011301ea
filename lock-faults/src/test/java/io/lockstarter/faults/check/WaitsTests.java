package io.lockstarter.faults.check;

import java.time.Duration;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** (l). */
class WaitsTests {

	@ParameterizedTest
	@EnumSource(names = { "GOT", "BUSY", "FAILED", "GAVE_UP" })
	void answerAfterTheBoundIsSeen(Kind answer) {
		assertThat(wrong(wait(2400, answer))).isZero();
		assertThat(wrong(wait(2600, answer))).isOne();
	}

	@Test
	void timeUnderTheLockDoesNotCount() {
		assertThat(wrong(wait(10, Kind.GOT).add(9000, Kind.ENDED, "c0-0-1"))).isZero();
	}

	@Test
	void schedulingDelayDoesNotCount() {
		assertThat(wrong(wait(4400, Kind.BUSY).add(paused("c0")))).isZero();
		assertThat(wrong(wait(4600, Kind.BUSY).add(paused("c0")))).isOne();
		assertThat(wrong(wait(4400, Kind.BUSY).add(paused("c7")))).isOne();
	}

	private static Event paused(String client) {
		return Story.event(3000, Kind.PAUSED, client).with("from", Duration.ofSeconds(1).toNanos());
	}

	/** It asks at 0, for 2000 ms at the most. */
	private static Story wait(long answered, Kind answer) {
		return new Story().add(Story.event(0, Kind.ASKED, "c0-0-1").with("bound", 2000))
			.add(answered, answer, "c0-0-1");
	}

	private static int wrong(Story story) {
		return story.violations(Invariant.WAIT_BOUNDED).size();
	}

}
