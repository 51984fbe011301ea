package io.lockstarter.faults.check;

import java.time.Duration;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (e). */
class LossToldTests {

	@Test
	void toldBeforeTheNextHolderIsRight() {
		assertThat(wrong(loss(990))).isZero();
	}

	@Test
	void toldLongAfterTheNextHolderIsSeen() {
		assertThat(wrong(loss(1600))).isOne();
	}

	@Test
	void toldAtOnceAfterAPauseIsRight() {
		assertThat(wrong(loss(3000).add(paused(900, 2990)))).isZero();
	}

	@Test
	void toldLongAfterAPauseIsSeen() {
		assertThat(wrong(loss(3000).add(paused(900, 2000)))).isOne();
	}

	@Test
	void anotherClientsPauseIsNoExcuse() {
		assertThat(wrong(loss(3000).add(Story.event(2990, Kind.PAUSED, "c7").with("from", nanos(900))))).isOne();
	}

	@Test
	void toldWithinATtlIsRightWhereLocksCanBeForgotten() {
		assertThat(wrong(loss(2000).forgetful())).isZero();
		assertThat(wrong(loss(2700).forgetful())).isOne();
	}

	@Test
	void heldLongAfterAnotherHasItIsSeen() {
		assertThat(wrong(both(3400).forgetful())).isZero();
		assertThat(wrong(both(3600).forgetful())).isOne();
	}

	@Test
	void neverToldIsSeen() {
		assertThat(wrong(new Story().hold("c0-0-1", 0, 10, 20, 1).add(5000, Kind.UNTOLD, "c0-0-1"))).isOne();
	}

	/** The next has it at 1000. */
	private static Story loss(long told) {
		return new Story().hold("c0-0-1", 0, 10, 20, 1).add(told, Kind.TOLD, "c0-0-1").hold("c1-0-1", 5, 1000, 1010, 2);
	}

	/** The next has it at 1000, and neither knows of the other. */
	private static Story both(long heldUntil) {
		return new Story().hold("c0-0-1", 0, 10, heldUntil, 1).hold("c1-0-1", 5, 1000, 1010, 2);
	}

	private static Event paused(long from, long to) {
		return Story.event(to, Kind.PAUSED, "c0").with("from", nanos(from));
	}

	private static long nanos(long millis) {
		return Duration.ofMillis(millis).toNanos();
	}

	private static int wrong(Story story) {
		return story.violations(Invariant.LOSS_TOLD).size();
	}

}
