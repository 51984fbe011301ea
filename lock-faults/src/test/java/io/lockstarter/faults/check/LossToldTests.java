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
	void scheduledLateAgainAndAgainIsRight() {
		Story story = loss(3000);
		for (long at = 1000; at < 3000; at += 100) {
			story.add(paused(at, at + 80));
		}
		assertThat(wrong(story)).isZero();
	}

	@Test
	void laterThanTheSchedulingDelayIsSeen() {
		assertThat(wrong(loss(2100).add(paused(1100, 1500)).add(paused(1600, 1700)))).isOne();
		assertThat(wrong(loss(1900).add(paused(1100, 1500)).add(paused(1600, 1700)))).isZero();
	}

	@Test
	void delayBeforeItWasDueIsNoExcuse() {
		assertThat(wrong(loss(1600).add(paused(100, 990)))).isOne();
	}

	@Test
	void lateByAFixedTimeIsSeenOnAnIdleAndOnABusyMachine() {
		assertThat(wrong(loss(1000 + 600))).isOne();
		assertThat(wrong(loss(1000 + 300 + 600).add(paused(1000, 1300)))).isOne();
	}

	@Test
	void holdOfAServerThatIsNotTheMasterAnyMoreIsNotTheNext() {
		Story story = loss(4000).forgetful().add(Story.event(1200, Kind.SPLIT, Event.NONE).with("from", nanos(900)));
		assertThat(wrong(story)).isZero();
		assertThat(wrong(story.hold("c2-0-1", 1300, 1400, 1500, 3))).isOne();
	}

	@Test
	void holdThatWasAskedForWhileThereWereTwoMastersIsNotTheNext() {
		Event split = Story.event(500, Kind.SPLIT, Event.NONE).with("from", nanos(400));
		assertThat(wrong(loss(4000).forgetful().add(split))).isZero();
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
		assertThat(wrong(both(2400).forgetful())).isZero();
		assertThat(wrong(both(2600).forgetful())).isOne();
	}

	@Test
	void neverToldIsSeen() {
		assertThat(wrong(new Story().hold("c0-0-1", 0, 10, 20, 1).add(5000, Kind.UNTOLD, "c0-0-1"))).isOne();
	}

	@Test
	void holderThatWasNotifiedWhileItGaveUpIsFine() {
		assertThat(wrong(new Story().hold("c0-0-1", 0, 10, 20, 1)
			.add(4999, Kind.TOLD, "c0-0-1")
			.add(5000, Kind.UNTOLD, "c0-0-1"))).isZero();
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
