package io.lockstarter.redis;

import java.util.List;

import org.junit.jupiter.api.Test;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;

/** Checks the arguments of {@link Script#RENEW}. */
class RenewArgumentsTests {

	@Test
	void ttlThatAllLeasesHaveIsSentOnce() {
		assertThat(Script.renewArguments(List.of(renewal("a", "t1", 30), renewal("b", "t2", 30)))).containsExactly("t1",
				"t2", "30");
	}

	@Test
	void differentTtlsAreSentForEachLease() {
		assertThat(
				Script.renewArguments(List.of(renewal("a", "t1", 30), renewal("b", "t2", 60), renewal("c", "t3", 30))))
			.containsExactly("t1", "t2", "t3", "30", "60", "30");
	}

	@Test
	void oneLeaseHasTwoArguments() {
		assertThat(Script.renewArguments(List.of(renewal("a", "t1", 30)))).containsExactly("t1", "30");
	}

}
