package io.lockstarter.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.embedded.proxy.Command;
import io.lockstarter.embedded.proxy.HeldRequest;
import io.lockstarter.embedded.proxy.InjectedFault;
import io.lockstarter.embedded.proxy.LostReply;
import io.lockstarter.embedded.proxy.SlowReply;
import io.lockstarter.redis.Script;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Tests nodes with different states. Numbers are those of the behaviors. */
class PartialAcquisitionTests extends AbstractFiveNodesTests {

	private static void set(String token, int... where) {
		for (int node : where) {
			nodes.server(node).command("SET", "lock:k", token, "PX", "60000");
		}
	}

	@Test // 63
	void minorityIsReleasedAndTheResultIsBusy() {
		RedlockStore store = nodes.store();
		set("other", 0, 1, 2);
		assertThat(store.acquire("k", "mine", LONG)).isFalse();
		await()
			.untilAsserted(() -> assertThat(nodes.values("lock:k")).containsExactly("other", "other", "other", "", ""));
	}

	@Test // 63
	void cleanUpDoesNotRemoveALaterLockOfTheSameToken() {
		RedlockStore store = nodes.store();
		// A node without the script is skipped if the others have decided.
		for (int node = 0; node < 5; node++) {
			nodes.server(node).command("SCRIPT", "LOAD", Script.CONTEND.getScriptAsString());
		}
		for (int i = 0; i < 20; i++) {
			set("other", 0, 1, 2);
			String token = "mine" + i;
			assertThat(store.acquire("k", token, LONG)).isFalse();
			for (int node = 0; node < 3; node++) {
				nodes.server(node).command("DEL", "lock:k");
			}
			assertThat(store.contend("k", token, LONG, null)).isEqualTo(Contention.WON);
			await().pollDelay(Duration.ZERO)
				.untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(token));
			store.release(new Release("k", token, 0));
			await().pollDelay(Duration.ZERO).untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(""));
		}
	}

	@Test // 68
	void splitVoteHasAHolderWithUnknownRemainingTime() {
		RedlockStore store = nodes.store();
		set("a", 0, 1);
		set("b", 2);
		set("c", 3);
		Contention split = store.contend("k", "mine", LONG, null);
		assertThat(split.holder()).isEqualTo(new Holder("a", -1));
		assertThat(split.queued()).isFalse();
		assertThat(store.inspect("k")).isEmpty();
		await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsExactly("a", "a", "b", "c", ""));
	}

	@Test // 64
	void acquireLongerThanTheTtlFailsAndIsReleased() {
		RedlockStore store = nodes.store();
		for (int i = 0; i < 3; i++) {
			nodes.proxy(i).always(new SlowReply(Duration.ofMillis(400)), Command.named("SET"));
		}
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.acquire("k", "mine", 300))
			.withMessageContaining("its ttl of 300 ms was over before a majority")
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN));
		// Another key: a late command of the first attempt may still take the first one.
		assertThat(store.acquire("other", "mine", LONG)).as("as slow, but with a longer ttl").isTrue();
	}

	@Test
	void allNodesAreAskedAtOnce() {
		RedlockStore store = nodes.store(Duration.ofSeconds(60), 0.01);
		HeldRequest held = new HeldRequest();
		List<InjectedFault> asked = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			asked.add(nodes.proxy(i).once(held, Command.named("SET")));
		}
		CompletableFuture<Boolean> acquired = CompletableFuture.supplyAsync(() -> store.acquire("k", "mine", LONG));
		// No node has received its command yet, so none has answered.
		await().until(() -> asked.stream().allMatch((fault) -> fault.fired() == 1));
		assertThat(acquired).isNotDone();
		held.release();
		assertThat(acquired.join()).isTrue();
	}

	@RepeatedTest(20) // 53, 54: the client reports the end before or after its commands
						// fail
	void lostRepliesOfAMajorityAreUnknownAndCleanedUp() {
		RedlockStore store = nodes.store();
		for (int i = 0; i < 3; i++) {
			nodes.proxy(i).once((i == 0) ? LostReply.thenClose() : LostReply.thenReset(), Command.named("SET"));
		}
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.acquire("k", "mine", LONG))
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN));
		await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(""));
	}

	@Test // 53
	void commandsAreNeverSentTwice() {
		RedlockStore store = nodes.store();
		for (int i = 0; i < 5; i++) {
			nodes.server(i).command("CONFIG", "RESETSTAT");
		}
		long connections = nodes.proxy(4).accepted();
		nodes.proxy(4).once(LostReply.thenReset(), Command.named("SET"));
		assertThat(store.acquire("k", "mine", LONG)).isTrue();
		await().until(() -> nodes.proxy(4).accepted() > connections && store.connected() == 5);
		assertThat(nodes.server(4).info("cmdstat_set")).startsWith("calls=1,");
	}

	@Test // 66
	void renewalNeedsAMajorityAndIsLostIfImpossible() {
		RedlockStore store = nodes.store();
		set("mine", 0, 1, 2);
		assertThat(store.renew(List.of(renewal("k", "mine", LONG)))).containsExactly(RenewReply.RENEWED);
		nodes.server(2).command("DEL", "lock:k");
		assertThat(store.renew(List.of(renewal("k", "mine", LONG)))).containsExactly(RenewReply.NOT_MINE);
		assertThat(store.release(new Release("k", "mine", 0))).isEqualTo(ReleaseReply.NOT_MINE);
	}

	@Test // 66
	void renewalAndReleaseAreUnknownWithTooFewAnswers() {
		RedlockStore store = nodes.store(Duration.ofMillis(300), 0.01);
		set("mine", 0, 1, 2);
		nodes.proxy(0).blackHole();
		assertThatExceptionOfType(StoreException.class)
			.isThrownBy(() -> store.renew(List.of(renewal("k", "mine", LONG))))
			.withMessageContaining("no answer");
		assertThatExceptionOfType(StoreException.class).isThrownBy(() -> store.release(new Release("k", "mine", 0)));
		nodes.proxy(0).heal();
		await().untilAsserted(() -> assertThat(nodes.values("lock:k")).containsOnly(""));
	}

	@Test
	void asyncReleaseIsAlsoDecidedByAMajority() {
		RedlockStore store = nodes.store();
		set("mine", 0, 1, 2);
		assertThat(store.async(Runnable::run).release(new Release("k", "mine", 0)).toCompletableFuture().join())
			.isEqualTo(ReleaseReply.RELEASED);
		assertThat(store.async(Runnable::run).release(new Release("k", "mine", 0)).toCompletableFuture().join())
			.isEqualTo(ReleaseReply.NOT_MINE);
	}

	@Test // 65
	void largeDriftFactorMakesTheTtlOnTheNodesLonger() {
		RedlockStore store = nodes.store(FiveNodes.TIMEOUT, 0.5);
		store.acquire("k", "mine", 100_000);
		// A majority decides, so a single node may receive its command later.
		await().untilAsserted(() -> assertThat(Long.parseLong(nodes.server(0).command("PTTL", "lock:k").text()))
			.isBetween(150_000L, 198_000L));
	}

}
