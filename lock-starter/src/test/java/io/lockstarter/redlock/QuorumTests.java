package io.lockstarter.redlock;

import java.util.List;

import io.lockstarter.store.Holder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class QuorumTests {

	@ParameterizedTest
	@CsvSource({ "3, 2, 2", "4, 3, 2", "5, 3, 3", "6, 4, 3", "7, 4, 4" })
	void majorityIsMoreThanHalf(int nodes, int majority, int veto) {
		Quorum quorum = new Quorum(nodes);
		assertThat(quorum.majority()).isEqualTo(majority);
		assertThat(quorum.reachedBy(majority)).isTrue();
		assertThat(quorum.reachedBy(majority - 1)).isFalse();
		assertThat(quorum.ruledOutBy(veto)).isTrue();
		assertThat(quorum.ruledOutBy(veto - 1)).isFalse();
		assertThat(2 * majority).as("two majorities share a node").isGreaterThan(nodes);
	}

	@Test
	void holderAndRemainingTimeAreThoseOfAMajority() {
		Quorum quorum = new Quorum(5);
		Holders holders = new Holders(quorum,
				List.of(List.of("a", 500L), List.of("a", 100L), List.of(), List.of("a", 300L), List.of("a", 400L)));
		assertThat(holders.majority()).isEqualTo(new Holder("a", 300));
		Holders split = new Holders(quorum, List.of(List.of("a", 500L), List.of("a", 100L), List.of("b", 1L)));
		assertThat(split.majority()).isNull();
		assertThat(split.first()).isEqualTo(new Holder("a", -1));
		assertThat(new Holders(quorum, List.of(List.of())).first()).isNull();
	}

}
