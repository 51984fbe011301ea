package io.lockstarter.faults.check;

import java.time.Duration;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (e). */
class LossNotificationTests {

	@Test
	void notificationBeforeTheNextHolderIsAllowed() {
		assertThat(violations(loss(990))).isZero();
	}

	@Test
	void notificationLongAfterTheNextHolderIsDetected() {
		assertThat(violations(loss(1600))).isOne();
	}

	@Test
	void notificationAtOnceAfterAPauseIsAllowed() {
		assertThat(violations(loss(3000).add(paused(900, 2990)))).isZero();
	}

	@Test
	void notificationLongAfterAPauseIsDetected() {
		assertThat(violations(loss(3000).add(paused(900, 2000)))).isOne();
	}

	@Test
	void manySchedulingDelaysAreSubtracted() {
		HistoryBuilder history = loss(3000);
		for (long at = 1000; at < 3000; at += 100) {
			history.add(paused(at, at + 80));
		}
		assertThat(violations(history)).isZero();
	}

	@Test
	void delayBeyondTheSchedulingDelaysIsDetected() {
		assertThat(violations(loss(2100).add(paused(1100, 1500)).add(paused(1600, 1700)))).isOne();
		assertThat(violations(loss(1900).add(paused(1100, 1500)).add(paused(1600, 1700)))).isZero();
	}

	@Test
	void schedulingDelayBeforeTheDueTimeIsNotSubtracted() {
		assertThat(violations(loss(1600).add(paused(100, 990)))).isOne();
	}

	@Test
	void fixedDelayIsDetectedOnAnIdleAndOnABusyMachine() {
		assertThat(violations(loss(1000 + 600))).isOne();
		assertThat(violations(loss(1000 + 300 + 600).add(paused(1000, 1300)))).isOne();
	}

	@Test
	void holdDuringASplitBrainIsSkipped() {
		HistoryBuilder history = loss(4000).withLossyServer()
			.add(HistoryBuilder.event(1200, Kind.SPLIT, Event.NONE).with("from", nanos(900)));
		assertThat(violations(history)).isZero();
		assertThat(violations(history.hold("c2-0-1", 1300, 1400, 1500, 3))).isOne();
	}

	@Test
	void holdRequestedDuringASplitBrainIsSkipped() {
		Event split = HistoryBuilder.event(500, Kind.SPLIT, Event.NONE).with("from", nanos(400));
		assertThat(violations(loss(4000).withLossyServer().add(split))).isZero();
	}

	@Test
	void pauseOfAnotherClientIsNotSubtracted() {
		assertThat(violations(loss(3000).add(HistoryBuilder.event(2990, Kind.PAUSED, "c7").with("from", nanos(900)))))
			.isOne();
	}

	@Test
	void notificationWithinATtlIsAllowedIfLocksCanBeLost() {
		assertThat(violations(loss(2000).withLossyServer())).isZero();
		assertThat(violations(loss(2700).withLossyServer())).isOne();
	}

	@Test
	void holdLongAfterTheNextAcquisitionIsDetected() {
		assertThat(violations(both(2400).withLossyServer())).isZero();
		assertThat(violations(both(2600).withLossyServer())).isOne();
	}

	@Test
	void missingNotificationIsDetected() {
		assertThat(violations(new HistoryBuilder().hold("c0-0-1", 0, 10, 20, 1).add(5000, Kind.NOT_NOTIFIED, "c0-0-1")))
			.isOne();
	}

	@Test
	void notificationAtTheEndOfTheWaitIsAllowed() {
		assertThat(violations(new HistoryBuilder().hold("c0-0-1", 0, 10, 20, 1)
			.add(4999, Kind.NOTIFIED, "c0-0-1")
			.add(5000, Kind.NOT_NOTIFIED, "c0-0-1"))).isZero();
	}

	/** The next holder acquires the lock at 1000. */
	private static HistoryBuilder loss(long notified) {
		return new HistoryBuilder().hold("c0-0-1", 0, 10, 20, 1)
			.add(notified, Kind.NOTIFIED, "c0-0-1")
			.hold("c1-0-1", 5, 1000, 1010, 2);
	}

	/** The next holder acquires the lock at 1000, and the first is not notified. */
	private static HistoryBuilder both(long heldUntil) {
		return new HistoryBuilder().hold("c0-0-1", 0, 10, heldUntil, 1).hold("c1-0-1", 5, 1000, 1010, 2);
	}

	private static Event paused(long from, long to) {
		return HistoryBuilder.event(to, Kind.PAUSED, "c0").with("from", nanos(from));
	}

	private static long nanos(long millis) {
		return Duration.ofMillis(millis).toNanos();
	}

	private static int violations(HistoryBuilder history) {
		return history.violations(Invariant.LOSS_NOTIFIED).size();
	}

}
