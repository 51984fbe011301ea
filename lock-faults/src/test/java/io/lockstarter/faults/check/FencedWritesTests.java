package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (c). */
class FencedWritesTests {

	@Test
	void risingWritesAreRight() {
		assertThat(wrong(new Story().add(accepted(1, "a", 5)).add(accepted(2, "b", 6)))).isZero();
	}

	@Test
	void anAcceptedLowerNumberIsSeen() {
		assertThat(wrong(new Story().add(accepted(1, "a", 6)).add(accepted(2, "b", 5)))).isOne();
	}

	@Test
	void aWriterThatWasToldTheWrongThingIsSeen() {
		assertThat(wrong(new Story().add(written(1, "a", true, true)))).isOne();
	}

	@Test
	void aRefusedHolderIsSeen() {
		assertThat(wrong(new Story().add(written(1, "a", false, true)))).isOne();
	}

	@Test
	void aRefusedHolderIsNoWonderWhereLocksCanBeForgotten() {
		assertThat(wrong(new Story().forgetful().add(written(1, "a", false, true)))).isZero();
	}

	@Test
	void aRunWithoutAStaleWriteShowsNothing() {
		assertThat(new Story().add(accepted(1, "a", 5)).verdict(true).broken()).hasSize(1);
		assertThat(new Story().add(Story.event(1, Kind.STALE, "a")).verdict(true).broken()).isEmpty();
	}

	private static Event accepted(long at, String id, long fence) {
		return Story.event(at, Kind.ACCEPTED, id).with("fence", fence);
	}

	private static Event written(long at, String id, boolean accepted, boolean held) {
		return Story.event(at, Kind.WRITTEN, id).with("accepted", accepted).with("held", held);
	}

	private static int wrong(Story story) {
		return story.violations(Invariant.FENCED_WRITES).size();
	}

}
