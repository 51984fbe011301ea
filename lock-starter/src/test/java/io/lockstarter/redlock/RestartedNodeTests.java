package io.lockstarter.redlock;

import java.time.Duration;

import io.lockstarter.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** 67: checks that restarted nodes give no locks until forgotten ones have expired. */
@Timeout(120)
class RestartedNodeTests {

	private static final Duration TTL = Duration.ofSeconds(5);

	@Test
	void restartedNodesDoNotGiveAForgottenLockAgain() {
		try (FiveNodes nodes = FiveNodes.start()) {
			RedlockStore here = nodes.store();
			RedlockStore there = nodes.store();
			there.acquire("known", "theirs", TTL.toMillis());
			// Restarted nodes give this store no lock for longer than the restarts take.
			RedlockStore patient = nodes.store();
			patient.acquire("longer", "patient", Duration.ofMinutes(2).toMillis());
			long taken = System.nanoTime();
			assertThat(here.acquire("k", "mine", TTL.toMillis())).isTrue();
			for (int i = 0; i < 3; i++) {
				nodes.server(i).kill();
				nodes.server(i).restart();
			}
			// Each store notices a lost connection a little later.
			await().untilAsserted(() -> assertThatExceptionOfType(StoreException.class)
				.isThrownBy(() -> patient.acquire("k", "patient" + System.nanoTime(), TTL.toMillis()))
				.withMessageContaining("restarted"));
			await().ignoreExceptions().until(() -> there.acquire("k", "theirs" + System.nanoTime(), TTL.toMillis()));
			assertThat(System.nanoTime() - taken).as("after the end of the first").isGreaterThan(TTL.toNanos());
		}
	}

	@Test
	void restartIsDetectedOnceAfterAnEarlierConnection() {
		Restarts restarts = new Restarts(() -> 100);
		assertThat(restarts.connected("redis_version:7\r\nrun_id:aa\r\nuptime:1", 0)).isFalse();
		assertThat(restarts.isExcluded(0)).isFalse();
		assertThat(restarts.connected("run_id:aa\r\n", 5)).isFalse();
		assertThat(restarts.connected("run_id:bb\r\n", 10)).isTrue();
		assertThat(restarts.isExcluded(109)).isTrue();
		assertThat(restarts.isExcluded(110)).isFalse();
		assertThat(restarts.connected("run_id:bb\r\n", 200)).isFalse();
		assertThat(restarts.connected(null, 300)).as("without permission for INFO").isFalse();
		assertThat(restarts.isExcluded(300)).isFalse();
	}

}
