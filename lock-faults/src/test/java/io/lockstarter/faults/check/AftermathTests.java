package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (d), (f), (g) and (h). */
class AftermathTests {

	@Test
	void whatIsLeftIsSeen() {
		Verdict verdict = new Story().add(Story.event(1, Kind.LEFTOVER, "redis").with("what", "key"))
			.add(Story.event(2, Kind.LEFTOVER, "c0").with("what", "thread"))
			.verdict(false);
		assertThat(verdict.of(Invariant.NO_KEY_LEFT)).hasSize(1);
		assertThat(verdict.of(Invariant.NOTHING_LEFT)).hasSize(1);
	}

	@Test
	void whoAsksLastMustGetIt() {
		Story story = new Story().add(Story.event(1, Kind.ASKED, "c0-0-1").with("last", true));
		assertThat(story.violations(Invariant.ALL_SERVED)).hasSize(1);
		assertThat(story.add(2, Kind.GOT, "c0-0-1").violations(Invariant.ALL_SERVED)).isEmpty();
	}

	@Test
	void whoDoesNotComeBackIsSeen() {
		assertThat(new Story().add(1, Kind.STUCK, "c0").violations(Invariant.ALL_SERVED)).hasSize(1);
	}

	@Test
	void aHolderThatTheServerDoesNotKnowIsSeen() {
		Story story = new Story().add(Story.event(1, Kind.PROBED, "c0-0-1").with("mine", true));
		assertThat(story.violations(Invariant.NO_GUESS)).isEmpty();
		story.add(Story.event(2, Kind.PROBED, "c0-0-1").with("mine", false));
		assertThat(story.violations(Invariant.NO_GUESS)).hasSize(1);
	}

}
