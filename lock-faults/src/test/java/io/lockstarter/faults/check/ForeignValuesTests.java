package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (j). */
class ForeignValuesTests {

	@Test
	void valueThatIsAsItWasIsRight() {
		assertThat(wrong(new Story().add(found("6f1c")))).isZero();
		assertThat(wrong(new Story().forgetful().add(found("6f1c")))).isZero();
	}

	@Test
	void waiterThatIsAddedToItIsSeenEverywhere() {
		assertThat(wrong(new Story().add(found("6f1c 1;1200;h;;app-x:1")))).isOne();
		assertThat(wrong(new Story().forgetful().add(found("6f1c 1;1200;h;;app-x:1")))).isOne();
	}

	@Test
	void expiryThatWasNotSetIsSeen() {
		assertThat(wrong(new Story().add(found("6f1c with an expiry")))).isOne();
	}

	@Test
	void valueThatIsGoneIsSeenWhereLocksAreNotForgotten() {
		assertThat(wrong(new Story().add(found("")))).isOne();
		assertThat(wrong(new Story().forgetful().add(found("")))).isZero();
	}

	@Test
	void valueOfAnotherIsSeenWhereLocksAreNotForgotten() {
		assertThat(wrong(new Story().add(found("app-x:1")))).isOne();
		assertThat(wrong(new Story().forgetful().add(found("app-x:1")))).isZero();
	}

	private static Event found(String found) {
		return Story.event(1, Kind.FOREIGN, "foreign-0-1").with("value", "6f1c").with("found", found);
	}

	private static int wrong(Story story) {
		return story.violations(Invariant.FOREIGN_KEPT).size();
	}

}
