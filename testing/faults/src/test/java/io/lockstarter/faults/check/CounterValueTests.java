package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (i). */
class CounterValueTests {

	@Test
	void holdsThatReadTheValueOfTheHoldBeforeAreAllowed() {
		assertThat(violations(
				update(update(new HistoryBuilder(), "c0-0-1", 1, 0, true), "c1-0-1", 3, 1, true).add(end(9, 2))))
			.isZero();
	}

	@Test
	void lostUpdateIsDetected() {
		assertThat(violations(update(update(new HistoryBuilder(), "c0-0-1", 1, 0, true), "c1-0-1", 3, 0, true)))
			.isOne();
	}

	@Test
	void lostUpdateAtTheEndIsDetected() {
		assertThat(violations(update(new HistoryBuilder(), "c0-0-1", 1, 0, true).add(end(9, 0)))).isOne();
	}

	@Test
	void countRestartsAfterALostHold() {
		HistoryBuilder history = update(new HistoryBuilder(), "c0-0-1", 1, 0, true);
		update(history, "c1-0-1", 3, 1, false);
		update(history, "c2-0-1", 5, 7, true);
		assertThat(violations(history)).isZero();
		assertThat(violations(update(history, "c2-0-2", 7, 7, true))).isOne();
	}

	@Test
	void killedHolderMayHaveWrittenOrNot() {
		HistoryBuilder history = update(new HistoryBuilder(), "c0-0-1", 1, 0, true).add(3, Kind.UPDATING, "c1-0-1");
		assertThat(violations(update(history, "c2-0-1", 5, 2, true))).isZero();
	}

	private static HistoryBuilder update(HistoryBuilder history, String id, long at, long read, boolean held) {
		return history.add(at, Kind.UPDATING, id)
			.add(HistoryBuilder.event(at + 1, Kind.UPDATED, id).with("read", read).with("held", held));
	}

	private static Event end(long at, long read) {
		return HistoryBuilder.event(at, Kind.COUNTER_AT_END, "end").with("read", read);
	}

	private static int violations(HistoryBuilder history) {
		return history.violations(Invariant.COUNTER).size();
	}

}
