package io.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.lockstarter.redis.RedisBatches.Topology;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class BatchesTests {

	private final List<List<Integer>> sent = new ArrayList<>();

	@Test
	void silentServerCostsOneTimeOut() {
		assertThat(run(IntStream.range(0, 20).boxed().toList(), 1, Outcome.UNKNOWN))
			.containsExactlyElementsOf(IntStream.range(0, 20).mapToObj((i) -> (i % 2 == 1) ? "failed" : "ok").toList());
		assertThat(this.sent.stream().flatMap(List::stream).filter((entry) -> entry % 2 == 1)).hasSize(2);
	}

	@Test
	void serverThatReturnsErrorsIsAskedForEverySlot() {
		run(IntStream.range(0, 20).boxed().toList(), 1, Outcome.REFUSED);
		assertThat(this.sent).hasSize(10);
	}

	@Test
	void failureOfAllPartsIsThrown() {
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> run(List.of(1, 3, 5), 1, Outcome.NOT_APPLIED));
	}

	@Test
	void partsAreNotLargerThanTheLimit() {
		run(IntStream.range(0, 10_500).boxed().toList(), -1, Outcome.UNKNOWN);
		assertThat(this.sent).hasSize(30).allSatisfy((part) -> assertThat(part.size()).isLessThanOrEqualTo(500));
	}

	/** Represents ten slots on two servers: even slots on one, odd slots on the other. */
	private List<String> run(List<Integer> batch, int badNode, Outcome outcome) {
		Topology topology = new Topology() {

			@Override
			public int slot(String key) {
				return Integer.parseInt(key) % 10;
			}

			@Override
			public Object node(int slot) {
				return slot % 2;
			}

		};
		return new RedisBatches.Parts<Integer, String>(topology, (part) -> {
			this.sent.add(part);
			if (part.get(0) % 2 == badNode) {
				throw new StoreException(outcome, "no", null);
			}
			return part.stream().map((entry) -> "ok").toList();
		}, "failed").run(batch, Object::toString);
	}

}
