package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (b). */
class FenceOrderTests {

	@Test
	void risingNumbersAreRight() {
		assertThat(wrong(new Story().hold("c0-0-1", 0, 10, 20, 7).hold("c1-0-1", 5, 21, 30, 9))).isZero();
	}

	@Test
	void aLowerNumberIsSeen() {
		assertThat(wrong(new Story().hold("c0-0-1", 0, 10, 20, 7).hold("c1-0-1", 5, 21, 30, 6))).isPositive();
	}

	@Test
	void theSameNumberIsSeen() {
		assertThat(wrong(new Story().hold("c0-0-1", 0, 10, 20, 7).hold("c1-0-1", 5, 21, 30, 7))).isPositive();
	}

	@Test
	void whoWasPausedWhenItGotItMayHaveALowerNumber() {
		Story story = new Story().hold("c0-0-1", 0, 10, 20, 7)
			.add(0, Kind.ASKED, "c1-0-1")
			.add(Story.event(15, Kind.GOT, "c1-0-1").with("fence", 6));
		assertThat(wrong(story)).isZero();
	}

	@Test
	void whoAsksAfterwardsHasAHigherNumberEvenWhereLocksCanBeForgotten() {
		assertThat(wrong(new Story().forgetful().hold("c0-0-1", 0, 10, 40, 7).hold("c1-0-1", 11, 21, 30, 6))).isOne();
	}

	@Test
	void whoAsksMeanwhileMayHaveALowerNumberWhereLocksCanBeForgotten() {
		assertThat(wrong(new Story().forgetful().hold("c0-0-1", 0, 10, 40, 7).hold("c1-0-1", 9, 21, 30, 6))).isZero();
	}

	private static int wrong(Story story) {
		return story.violations(Invariant.FENCE_RISES).size();
	}

}
