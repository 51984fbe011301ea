package io.lockstarter.redlock;

import java.time.Duration;
import java.util.Collections;

import io.lockstarter.embedded.proxy.Command;
import io.lockstarter.embedded.proxy.RequestFault;
import io.lockstarter.embedded.proxy.SlowReply;
import io.lockstarter.redis.Script;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests releases that a node has missed, with further failures after that. */
class UnconfirmedReleasesTests extends AbstractFiveNodesTests {

	private static void disconnect(int node) {
		nodes.proxy(node).refuseConnections();
		nodes.proxy(node).resetConnections();
	}

	private static void block(int... where) {
		for (int node : where) {
			nodes.server(node).command("SET", "lock:k", "other", "PX", "60000");
		}
	}

	@RepeatedTest(10) // the client reports the end before or after its commands fail
	void releasesAreKeptIfTheNextConnectionEndsToo() {
		RedlockStore store = nodes.store();
		store.acquire("k", "mine", LONG);
		await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly("mine"));
		disconnect(2);
		await().until(() -> store.connected() == 4);
		assertThat(store.release(new Release("k", "mine", 0))).isEqualTo(ReleaseReply.RELEASED);
		RequestFault breaks = () -> nodes.proxy(2).resetConnections();
		nodes.proxy(2).heal();
		nodes.proxy(2).once(breaks, Command.named("EVALSHA", "EVAL"));
		await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(""));
	}

	/**
	 * The node has forgotten the script of the release, but not that of the next attempt.
	 * So the attempt overtakes the release.
	 */
	@Test
	void releaseDoesNotRemoveANewLockOfTheSameToken() {
		RedlockStore store = nodes.store();
		block(0, 1, 2);
		RequestFault breaks = () -> disconnect(3);
		nodes.proxy(3).once(breaks, Command.named("EVALSHA", "EVAL"));
		assertThat(store.acquire("k", "mine", LONG)).isFalse();
		await().until(() -> store.connected() == 4 && nodes.values("lock:k").get(4).isEmpty());
		assertThat(nodes.values("lock:k").get(3)).as("it was not released").isEqualTo("mine");
		nodes.server(3).command("SCRIPT", "FLUSH");
		for (int i = 0; i < 5; i++) {
			nodes.server(i).command("SCRIPT", "LOAD", Script.CONTEND.getScriptAsString());
		}
		nodes.server(3).command("CONFIG", "RESETSTAT");
		nodes.server(2).command("DEL", "lock:k");
		nodes.proxy(3).heal();
		nodes.proxy(3).once(new SlowReply(Duration.ofSeconds(2)), Command.named("EVALSHA"));
		await().pollInterval(Duration.ofMillis(1)).until(() -> store.connected() == 5);
		boolean won = store.contend("k", "mine", LONG, null).equals(Contention.WON);
		await().until(() -> !nodes.server(3).info("cmdstat_eval").isEmpty());
		int have = Collections.frequency(nodes.values("lock:k"), "mine");
		assertThat(!won || have >= 3).as("won: %s, and %s nodes have it", won, have).isTrue();
	}

}
