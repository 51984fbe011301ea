package io.lockstarter.faults.check;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** (c). */
class FencedWritesTests {

	@Test
	void risingNumbersAreAllowed() {
		assertThat(violations(new HistoryBuilder().add(accepted(1, "a", 5)).add(accepted(2, "b", 6)))).isZero();
	}

	@Test
	void acceptedLowerNumberIsDetected() {
		assertThat(violations(new HistoryBuilder().add(accepted(1, "a", 6)).add(accepted(2, "b", 5)))).isOne();
	}

	@Test
	void wrongReplyToAWriterIsDetected() {
		assertThat(violations(new HistoryBuilder().add(written(1, "a", true, true)))).isOne();
	}

	@Test
	void rejectedHolderIsDetected() {
		assertThat(violations(new HistoryBuilder().add(written(1, "a", false, true)))).isOne();
	}

	@Test
	void rejectedHolderIsAllowedIfLocksCanBeLost() {
		assertThat(violations(new HistoryBuilder().withLossyServer().add(written(1, "a", false, true)))).isZero();
	}

	@Test
	void runWithoutAStaleWriteIsAViolation() {
		assertThat(new HistoryBuilder().add(accepted(1, "a", 5)).checkResult(true).broken()).hasSize(1);
		assertThat(new HistoryBuilder().add(HistoryBuilder.event(1, Kind.STALE, "a")).checkResult(true).broken())
			.isEmpty();
	}

	private static Event accepted(long at, String id, long fence) {
		return HistoryBuilder.event(at, Kind.ACCEPTED, id).with("fence", fence);
	}

	private static Event written(long at, String id, boolean accepted, boolean held) {
		return HistoryBuilder.event(at, Kind.WRITTEN, id).with("accepted", accepted).with("held", held);
	}

	private static int violations(HistoryBuilder history) {
		return history.violations(Invariant.FENCED_WRITES).size();
	}

}
