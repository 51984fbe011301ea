package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (i). */
class CounterTests {

	@Test
	void everyHoldFindsWhatTheOneBeforeHasLeft() {
		assertThat(wrong(update(update(new Story(), "c0-0-1", 1, 0, true), "c1-0-1", 3, 1, true).add(end(9, 2))))
			.isZero();
	}

	@Test
	void aLostUpdateIsSeen() {
		assertThat(wrong(update(update(new Story(), "c0-0-1", 1, 0, true), "c1-0-1", 3, 0, true))).isOne();
	}

	@Test
	void aLostUpdateIsSeenAtTheEndToo() {
		assertThat(wrong(update(new Story(), "c0-0-1", 1, 0, true).add(end(9, 0)))).isOne();
	}

	@Test
	void theCountBeginsAnewAfterAHoldThatWasLost() {
		Story story = update(new Story(), "c0-0-1", 1, 0, true);
		update(story, "c1-0-1", 3, 1, false);
		update(story, "c2-0-1", 5, 7, true);
		assertThat(wrong(story)).isZero();
		assertThat(wrong(update(story, "c2-0-2", 7, 7, true))).isOne();
	}

	@Test
	void aKilledHolderMayHaveCountedOrNot() {
		Story story = update(new Story(), "c0-0-1", 1, 0, true).add(3, Kind.UPDATING, "c1-0-1");
		assertThat(wrong(update(story, "c2-0-1", 5, 2, true))).isZero();
	}

	private static Story update(Story story, String id, long at, long read, boolean held) {
		return story.add(at, Kind.UPDATING, id)
			.add(Story.event(at + 1, Kind.UPDATED, id).with("read", read).with("held", held));
	}

	private static Event end(long at, long read) {
		return Story.event(at, Kind.COUNTED, "end").with("read", read);
	}

	private static int wrong(Story story) {
		return story.violations(Invariant.COUNTER).size();
	}

}
