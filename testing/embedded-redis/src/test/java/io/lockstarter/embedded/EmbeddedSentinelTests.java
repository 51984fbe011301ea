package io.lockstarter.embedded;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs in long builds only, because the tests of the locks use the same features. */
@Timeout(120)
@Tag("nightly")
class EmbeddedSentinelTests {

	@Test
	void killedMasterIsReplacedAndRejoinsAsAReplica() {
		List<EmbeddedRedis> all;
		try (EmbeddedSentinel sentinel = EmbeddedSentinel.builder().masterName("shop").start()) {
			all = sentinel.servers();
			assertThat(sentinel.sentinelAddresses()).hasSize(3).allMatch((address) -> address.startsWith("127.0.0.1:"));
			assertThat(sentinel.master()).isSameAs(all.get(0));
			assertThat(sentinel.replicas()).containsExactly(all.get(1), all.get(2));
			Replicated.set(sentinel.master(), "key", "value", 2);

			EmbeddedRedis old = sentinel.failover();
			assertThat(old).isSameAs(all.get(0));
			assertThat(old.isAlive()).isFalse();
			assertThat(sentinel.master()).isNotSameAs(old);
			assertThat(sentinel.master().command("GET", "key").text()).isEqualTo("value");
			assertThat(sentinel.replicas()).hasSize(1);

			sentinel.rejoin(old);
			assertThat(sentinel.replicas()).hasSize(2).contains(old);
			assertThat(old.command("GET", "key").text()).isEqualTo("value");
		}
		assertThat(all).noneMatch(EmbeddedRedis::isAlive);
	}

}
