package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (a). */
class ExclusionTests {

	@Test
	void oneAfterTheOtherIsRight() {
		assertThat(overlaps(new Story().hold("c0-0-1", 0, 10, 20, 1).hold("c1-0-1", 5, 21, 30, 2))).isZero();
	}

	@Test
	void twoAtTheSameTimeAreSeen() {
		assertThat(overlaps(new Story().hold("c0-0-1", 0, 10, 25, 1).hold("c1-0-1", 5, 21, 30, 2))).isOne();
	}

	@Test
	void oneInsideALongOneIsSeenAlsoAfterAnother() {
		Story story = new Story().hold("c0-0-1", 0, 10, 100, 1)
			.hold("c1-0-1", 0, 20, 30, 2)
			.hold("c2-0-1", 0, 40, 50, 3);
		assertThat(overlaps(story)).isEqualTo(2);
	}

	@Test
	void whoGotItAndNeverHeldItIsNotValid() {
		Story story = new Story().hold("c0-0-1", 0, 10, 25, 1).add(5, Kind.ASKED, "c1-0-1").add(20, Kind.GOT, "c1-0-1");
		assertThat(overlaps(story)).isZero();
	}

	@Test
	void anOverlapIsCountedButNoBrokenPromiseWhereLocksCanBeForgotten() {
		Verdict verdict = new Story().forgetful()
			.hold("c0-0-1", 0, 10, 25, 1)
			.hold("c1-0-1", 5, 21, 30, 2)
			.verdict(false);
		assertThat(verdict.of(Invariant.EXCLUSION)).hasSize(1);
		assertThat(verdict.broken()).isEmpty();
	}

	private static int overlaps(Story story) {
		return story.violations(Invariant.EXCLUSION).size();
	}

}
