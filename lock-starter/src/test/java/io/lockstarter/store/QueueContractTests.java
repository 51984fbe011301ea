package io.lockstarter.store;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.lockstarter.testsupport.RecordedWakeUps;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests the contract of the queue of instances, in every store that has one. The holder
 * is {@code h:1}. The waiters are {@code a:1}, {@code b:1} and so on, of instances with
 * the same letter. The store is empty before each test.
 */
@Timeout(60)
public abstract class QueueContractTests {

	protected static final long LONG = 30_000;

	/** The ttl of a grant. */
	protected static final long GRANT = 12_000;

	protected static final QueueRequest SUBSCRIBED = new QueueRequest(GRANT, LONG, false, true);

	protected static final QueueRequest NOT_SUBSCRIBED = new QueueRequest(GRANT, LONG, false, false);

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Map<String, Runnable> subscriptions = new HashMap<>();

	/** The store under test. */
	protected abstract LockStore backend();

	/** Returns the store under test, with short tokens. */
	protected final LockStore store() {
		return new ShortTokens(backend());
	}

	/** Returns whether an instance that has unsubscribed is skipped at once. */
	protected boolean countsSubscribers() {
		return true;
	}

	@AfterEach
	void unsubscribeAll() {
		this.subscriptions.values().forEach(Runnable::run);
		// No interrupt: Jedis would return a connection that is still subscribed.
		this.threads.shutdown();
	}

	// --- joining the queue

	@Test
	void contendForAHeldKeyQueues() {
		hold("key");
		Contention reply = contend("key", "a:1");
		assertThat(reply.queued()).isTrue();
		assertThat(reply.holder()).isNotNull().extracting(Holder::token).isEqualTo("h:1");
	}

	@Test
	void contendForAFreeKeyWins() {
		assertThat(contend("key", "a:1")).isEqualTo(Contention.WON);
		assertHeld("key", "a:1", LONG);
	}

	@Test
	void contendWithoutAQueueRequestDoesNotQueue() {
		listen("a");
		hold("key");
		assertThat(store().contend("key", "a:1", LONG, null).queued()).isFalse();
		release("key", "h:1");
		assertFree("key");
	}

	@Test
	void repeatedContendReturnsTheRemainingTtl() {
		hold("key");
		contend("key", "a:1");
		Contention again = contend("key", "a:1");
		assertThat(again.queued()).isTrue();
		assertThat(again.holder()).isNotNull()
			.extracting(Holder::remainingMillis)
			.satisfies((left) -> assertThat(left).isBetween(LONG - 10_000, LONG));
	}

	@Test
	void queueIsServedInOrder() {
		queue("key", "a:1", "b:1", "c:1");
		for (String[] step : new String[][] { { "h:1", "a:1" }, { "a:1", "b:1" }, { "b:1", "c:1" } }) {
			release("key", step[0]);
			assertHeld("key", step[1], GRANT);
		}
		release("key", "c:1");
		assertFree("key");
	}

	@Test
	void repeatedContendKeepsTheRankAndMayChangeTheGrant() {
		queue("key", "a:1", "b:1", "c:1");
		assertThat(store().contend("key", "b:1", LONG, new QueueRequest(LONG, LONG, true, true)).queued()).isTrue();
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
		release("key", "a:1");
		assertHeld("key", "b:1", LONG);
		release("key", "b:1");
		assertHeld("key", "c:1", GRANT);
	}

	// rule A (no shorter ttl)
	@Test
	void lateRequestDoesNotMakeTheGrantShorter() {
		queue("key", "a:1", "b:1");
		store().contend("key", "b:1", LONG, new QueueRequest(LONG, LONG, true, true));
		store().contend("key", "b:1", LONG, new QueueRequest(GRANT, LONG, true, true));
		release("key", "h:1");
		release("key", "a:1");
		assertHeld("key", "b:1", LONG);
	}

	@Test
	void similarTokensAreNotConfused() {
		queue("key", "a:11", "xa:1", "a:1");
		contend("key", "a:1");
		assertThat(store().release(new Release("key", "a:1", 0))).isEqualTo(ReleaseReply.NOT_MINE);
		release("key", "h:1");
		assertHeld("key", "a:11", GRANT);
		release("key", "a:11");
		assertHeld("key", "xa:1", GRANT);
		release("key", "xa:1");
		assertFree("key");
	}

	@Test
	void releaseOfAWaitingTokenRemovesItFromTheQueue() {
		queue("key", "a:1", "b:1", "c:1");
		assertThat(store().release(new Release("key", "b:1", 0))).isEqualTo(ReleaseReply.NOT_MINE);
		assertHeld("key", "h:1", LONG);
		release("key", "h:1");
		release("key", "a:1");
		assertHeld("key", "c:1", GRANT);
	}

	@Test
	void releaseOfTheOnlyWaitingTokenLeavesNoQueue() {
		queue("key", "a:1");
		store().releaseAll(List.of(new Release("key", "a:1", 0)));
		release("key", "h:1");
		assertFree("key");
	}

	@Test
	void queueEndsWithTheKey() {
		listen("a");
		soon().until(() -> {
			// If it was too late to queue, the token has won.
			release("key", "a:1");
			return store().acquire("key", "h:1", 100) && contend("key", "a:1").queued();
		});
		soon().until(() -> store().acquire("key", "x:1", LONG));
		release("key", "x:1");
		assertFree("key");
	}

	// --- the holder, with a queue behind it

	@Test
	void plainAcquireOfAHeldKeyDoesNotQueue() {
		queue("key", "a:1");
		assertThat(store().acquire("key", "b:1", LONG)).isFalse();
		assertHeld("key", "h:1", LONG);
	}

	@Test
	void renewalKeepsTheQueue() {
		listen("a");
		store().acquire("key", "h:1", LONG / 3);
		contend("key", "a:1");
		assertThat(store().renew(List.of(renewal("key", "h:1", LONG), renewal("key", "a:1", 2 * LONG))))
			.containsExactly(RenewReply.RENEWED, RenewReply.NOT_MINE);
		assertHeld("key", "h:1", LONG);
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
	}

	@Test
	void contendByTheHolderKeepsTheKeyAndTheQueue() {
		listen("a");
		store().acquire("key", "h:1", LONG / 3);
		contend("key", "a:1");
		assertThat(contend("key", "h:1")).isEqualTo(Contention.WON);
		assertHeld("key", "h:1", LONG);
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
	}

	@Test
	void contendAfterAGrantSetsTheFullTtlAndKeepsTheQueue() {
		queue("key", "a:1", "b:1");
		release("key", "h:1");
		assertThat(contend("key", "a:1")).isEqualTo(Contention.WON);
		assertHeld("key", "a:1", LONG);
		release("key", "a:1");
		assertHeld("key", "b:1", GRANT);
	}

	@Test
	void keyInItsMinimumHoldKeepsItsQueue() {
		queue("key", "a:1");
		assertThat(store().release(new Release("key", "h:1", LONG))).isEqualTo(ReleaseReply.RELEASED);
		assertHeld("key", Release.TOMBSTONE, LONG);
		assertThat(contend("key", "a:1").holder()).isNotNull()
			.extracting(Holder::remainingMillis)
			.satisfies((left) -> assertThat(left).as("in the reply to a repeated command").isPositive());
		assertThat(store().release(new Release("key", Release.TOMBSTONE, 0))).isEqualTo(ReleaseReply.RELEASED);
		assertHeld("key", "a:1", GRANT);
	}

	@Test
	void releaseAllGrantsEachKeyToItsOwnQueue() {
		queue("x", "a:1", "b:1");
		queue("y", "b:2");
		hold("z");
		assertThat(store().releaseAll(List.of(new Release("x", "h:1", 0), new Release("y", "h:1", 0),
				new Release("z", "h:1", 0), new Release("x", "b:1", 0))))
			.containsExactly(ReleaseReply.RELEASED, ReleaseReply.RELEASED, ReleaseReply.RELEASED,
					ReleaseReply.NOT_MINE);
		assertHeld("x", "a:1", GRANT);
		assertHeld("y", "b:2", GRANT);
		assertFree("z");
		release("x", "a:1");
		assertFree("x");
	}

	// --- instances that are gone

	@Test
	void unsubscribedInstanceIsSkipped() {
		assumeTrue(countsSubscribers());
		queue("key", "a:1", "b:1");
		leave("a");
		release("key", "h:1");
		assertHeld("key", "b:1", GRANT);
	}

	@Test
	void keyIsFreeIfAllInstancesHaveUnsubscribed() {
		assumeTrue(countsSubscribers());
		queue("key", "a:1", "b:1");
		leave("a");
		leave("b");
		release("key", "h:1");
		assertFree("key");
	}

	/** It may receive messages nevertheless, for example from a replica. */
	@Test
	void instanceThatWasNeverCountedIsNotSkipped() {
		listen("b");
		hold("key");
		QueuePlace place = contend("key", "a:1").place();
		assertThat(place).isNotNull();
		assertThat(place.counted()).isEqualTo(!countsSubscribers());
		contend("key", "b:1");
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
	}

	@Test
	void uncountedInstanceThatDoesNotAskAgainInTimeIsSkipped() {
		for (boolean subscribed : List.of(true, false)) {
			String key = "key" + subscribed;
			hold(key);
			store().contend(key, "a:1", LONG, new QueueRequest(GRANT, 1, false, subscribed));
			contend(key, "b:1");
			// After this expiry the store's clock has advanced by more than 1 ms.
			String other = "other" + subscribed;
			store().acquire(other, "o:1", 5);
			soon().until(() -> store().inspect(other).isEmpty());
			release(key, "h:1");
			assertHeld(key, "b:1", GRANT);
		}
	}

	@Test
	void instanceThatAsksAgainStaysInTheQueueLonger() {
		hold("key");
		store().contend("key", "a:1", LONG, new QueueRequest(GRANT, 1, false, true));
		store().contend("key", "a:1", LONG, new QueueRequest(GRANT, LONG, true, true));
		contend("key", "b:1");
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
	}

	@Test
	void instanceThatSubscribesAgainIsCountedAgain() {
		assumeTrue(countsSubscribers());
		queue("key", "a:1");
		leave("a");
		assertThat(Objects.requireNonNull(contend("key", "a:1").place()).counted()).isFalse();
		listen("a");
		assertThat(Objects.requireNonNull(contend("key", "a:1").place()).counted()).isTrue();
		leave("a");
		release("key", "h:1");
		assertFree("key");
	}

	@Test
	void instanceWithoutSubscriptionIsGrantedTheKey() {
		hold("key");
		store().contend("key", "a:1", LONG, NOT_SUBSCRIBED);
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
	}

	@Test
	void repeatedContendMayChangeTheSubscription() {
		assumeTrue(countsSubscribers());
		hold("key");
		contend("key", "a:1");
		store().contend("key", "b:1", LONG, NOT_SUBSCRIBED);
		store().contend("key", "a:1", LONG, NOT_SUBSCRIBED);
		contend("key", "b:1");
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
		release("key", "a:1");
		assertHeld("key", "b:1", GRANT);
	}

	// --- wake-ups

	@Test
	void messageHasTheTicketOfTheLastReply() {
		RecordedWakeUps a = listen("a");
		hold("key");
		long first = Objects.requireNonNull(contend("key", "a:1").place()).ticket();
		soon().until(() -> Objects.requireNonNull(contend("key", "a:1").place()).ticket() > first);
		long last = Objects.requireNonNull(contend("key", "a:1").place()).ticket();
		assertThat(last).isGreaterThan(first);
		release("key", "h:1");
		soon().untilAsserted(() -> assertThat(a.tickets()).containsExactly(last));
	}

	@Test
	void messageAfterGivingWayHasTheTicketOfTheReply() {
		RecordedWakeUps h = listen("h");
		queue("key", "a:1");
		GiveWayReply reply = store().giveWay("key", "h:1", LONG, "h:2", SUBSCRIBED);
		release("key", "a:1");
		soon().untilAsserted(
				() -> assertThat(h.tickets()).containsExactly(Objects.requireNonNull(reply.place()).ticket()));
	}

	/** A late message of an earlier grant would count as a new one. */
	@Test
	void tokenThatWasInTheQueueDoesNotJoinAgain() { // rule Q (grant tickets)
		queue("key", "a:1", "b:1");
		assertThat(store().release(new Release("key", "a:1", 0))).isEqualTo(ReleaseReply.NOT_MINE);
		assertThat(store().contend("key", "a:1", LONG, new QueueRequest(GRANT, LONG, true, true)).queued()).isFalse();
		release("key", "h:1");
		assertHeld("key", "b:1", GRANT);
	}

	@Test
	void tokenThatJoinsAgainHasAnotherTicket() {
		RecordedWakeUps a = listen("a");
		hold("key");
		contend("key", "a:1");
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
		soon().until(() -> !a.tickets().isEmpty());
		release("key", "a:1");
		store().acquire("key", "h:2", LONG);
		soon().until(() -> {
			// Simulates that its first request is applied once more.
			release("key", "a:1");
			return Objects.requireNonNull(contend("key", "a:1").place()).ticket() > a.tickets().get(0);
		});
	}

	@Test
	void onlyTheInstanceThatIsGrantedTheKeyReceivesAMessage() { // P6
		RecordedWakeUps a = listen("a");
		RecordedWakeUps b = listen("b");
		hold("key");
		contend("key", "a:1");
		contend("key", "b:1");
		release("key", "h:1");
		soon().untilAsserted(() -> assertThat(a.grants()).containsExactly("key a:1"));
		assertThat(b.grants()).isEmpty();
		release("key", "a:1");
		soon().untilAsserted(() -> assertThat(b.grants()).containsExactly("key b:1"));
		release("key", "b:1");
		assertThat(a.grants()).hasSize(1);
	}

	@Test
	void instanceReceivesMessagesForAllItsKeysAndTokens() {
		RecordedWakeUps a = listen("a");
		for (String key : List.of("x", "y")) {
			hold(key);
			contend(key, "a:" + key + "1");
			contend(key, "a:" + key + "2");
			release(key, "h:1");
			release(key, "a:" + key + "1");
		}
		soon().untilAsserted(() -> assertThat(a.grants()).containsExactly("x a:x1", "x a:x2", "y a:y1", "y a:y2"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "ключ:鍵:🔒", "{tag}key", "a{b}c}", "{}", "with spaces\tand\nlines", " ", "1;5;h;;x", "*",
			"~kept", "'\"\\", "[1]", "%s%d", "key\u0000end" })
	void anyTextIsAKey(String key) {
		RecordedWakeUps a = listen("a");
		queue(key, "a:1", "b:1");
		release(key, "h:1");
		assertHeld(key, "a:1", GRANT);
		soon().untilAsserted(() -> assertThat(a.grants()).containsExactly(key + " a:1"));
		assertThat(store().release(new Release(key, "b:1", 0))).isEqualTo(ReleaseReply.NOT_MINE);
		assertThat(store().giveWay(key, "a:1", LONG, "a:2", SUBSCRIBED)).isEqualTo(GiveWayReply.KEPT);
		release(key, "a:1");
		assertFree(key);
	}

	// --- giving way

	@Test
	void giveWayWithoutOtherWaitersKeepsTheKeyWithAFullTtl() {
		store().acquire("key", "h:1", LONG / 3);
		assertThat(store().giveWay("key", "h:1", LONG, "h:2", SUBSCRIBED)).isEqualTo(GiveWayReply.KEPT);
		assertHeld("key", "h:1", LONG);
		assertThat(store().giveWay("key", "h:1", 100, "h:3", SUBSCRIBED)).isEqualTo(GiveWayReply.KEPT);
		assertHeld("key", "h:1", LONG);
		release("key", "h:1");
		assertFree("key");
	}

	@Test
	void giveWayGrantsTheKeyToTheNextInstanceAndQueuesAtTheEnd() { // rule E (giving way)
		listen("h");
		RecordedWakeUps a = listen("a");
		queue("key", "a:1", "b:1");
		assertQueuedAfterGivingWay(LONG);
		soon().untilAsserted(() -> assertThat(a.grants()).containsExactly("key a:1"));
		assertHeld("key", "a:1", GRANT);
		release("key", "a:1");
		assertHeld("key", "b:1", GRANT);
		release("key", "b:1");
		assertHeld("key", "h:2", GRANT);
	}

	@Test
	void giveWayByAnotherTokenChangesNothing() {
		assertThat(store().giveWay("key", "h:1", LONG, "h:2", SUBSCRIBED))
			.isEqualTo(GiveWayReply.over(ReleaseReply.NOT_MINE));
		assertFree("key");
		listen("x");
		queue("key", "a:1");
		assertThat(store().giveWay("key", "x:1", LONG, "x:2", SUBSCRIBED))
			.isEqualTo(GiveWayReply.over(ReleaseReply.NOT_MINE));
		assertHeld("key", "h:1", LONG);
		release("key", "h:1");
		release("key", "a:1");
		assertFree("key");
	}

	@Test
	void giveWayWithoutTtlFreesTheKey() {
		hold("key");
		assertThat(store().giveWay("key", "h:1", 0, "h:2", SUBSCRIBED))
			.isEqualTo(GiveWayReply.over(ReleaseReply.RELEASED));
		assertFree("key");
	}

	@Test
	void giveWayWithoutTtlQueuesBehindOtherWaiters() {
		listen("h");
		queue("key", "a:1");
		assertQueuedAfterGivingWay(0);
		assertHeld("key", "a:1", GRANT);
		release("key", "a:1");
		assertHeld("key", "h:2", GRANT);
	}

	@Test
	void giveWayToInstancesThatAreGoneReturnsTheKey() {
		assumeTrue(countsSubscribers());
		RecordedWakeUps h = listen("h");
		queue("key", "a:1");
		leave("a");
		assertQueuedAfterGivingWay(LONG);
		assertHeld("key", "h:2", GRANT);
		soon().untilAsserted(() -> assertThat(h.grants()).containsExactly("key h:2"));
	}

	// --- steps

	protected static ConditionFactory soon() {
		return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5));
	}

	/** Subscribes an instance for the rest of the test. */
	protected RecordedWakeUps listen(String instance) {
		RecordedWakeUps wakeUps = new RecordedWakeUps();
		this.subscriptions.put(instance, store().listen(instance, wakeUps, this.threads));
		soon().until(() -> wakeUps.subscriptions() > 0);
		return wakeUps;
	}

	/** Unsubscribes an instance, and waits until the store has noticed. */
	protected void leave(String instance) {
		Objects.requireNonNull(this.subscriptions.remove(instance)).run();
		store().acquire("left", "h:1", LONG);
		soon().until(() -> !Objects.requireNonNull(contend("left", instance + ":9").place()).counted());
		release("left", instance + ":9");
		release("left", "h:1");
	}

	protected void hold(String key) {
		assertThat(store().acquire(key, "h:1", LONG)).isTrue();
	}

	protected Contention contend(String key, String token) {
		return store().contend(key, token, LONG, SUBSCRIBED);
	}

	/** Queues tokens behind the holder. Their instances are subscribed. */
	protected void queue(String key, String... tokens) {
		hold(key);
		for (String token : tokens) {
			String instance = token.substring(0, token.indexOf(':'));
			if (!this.subscriptions.containsKey(instance)) {
				listen(instance);
			}
			assertThat(contend(key, token).queued()).isTrue();
		}
	}

	private void assertQueuedAfterGivingWay(long ttlMillis) {
		GiveWayReply reply = store().giveWay("key", "h:1", ttlMillis, "h:2", SUBSCRIBED);
		assertThat(reply.released()).isEqualTo(ReleaseReply.RELEASED);
		assertThat(reply.queued()).isTrue();
	}

	protected void release(String key, String token) {
		store().release(new Release(key, token, 0));
	}

	/**
	 * Asserts that a key has this ttl, less the time that a busy machine may have needed
	 * since. The other ttls that the key could have then are at most half of it, or
	 * longer.
	 */
	protected void assertHeld(String key, String token, long ttlMillis) {
		assertThat(store().inspect(key)).hasValueSatisfying((holder) -> {
			assertThat(holder.token()).isEqualTo(token);
			assertThat(holder.remainingMillis()).isLessThanOrEqualTo(ttlMillis).isGreaterThan(ttlMillis / 2);
		});
	}

	protected void assertFree(String key) {
		assertThat(store().inspect(key)).isEmpty();
	}

}
