package io.lockstarter.redis;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.lockstarter.store.Contention;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueContractTests;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.ShortTokens;
import io.lockstarter.testsupport.RecordedWakeUps;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static io.lockstarter.store.ShortTokens.full;
import static org.assertj.core.api.Assertions.assertThat;

/** Tests the queue on a real server with each client, and its format in Redis. */
@ParameterizedClass
@EnumSource(RedisClient.class)
class RedisQueueTests extends QueueContractTests {

	/** One connection for all tests, since many would be slow. */
	private static final Map<RedisClient, RedisConnectionFactory> CONNECTIONS = new EnumMap<>(RedisClient.class);

	private static RedisFixture redis;

	private final RedisLockStore store;

	RedisQueueTests(RedisClient client) {
		redis.command("FLUSHALL");
		this.store = new RedisLockStore(
				CONNECTIONS.computeIfAbsent(client, (absent) -> RedisFixture.ready(redis.connect(absent))), "my:lock:");
	}

	@BeforeAll
	static void start() {
		redis = RedisFixture.start().patient();
	}

	@AfterAll
	static void stop() {
		CONNECTIONS.clear();
		redis.close();
	}

	@AfterEach
	void everyKeyIsALockAndHasAnExpiry() {
		redis.command("KEYS", "*").items().forEach((key) -> {
			assertThat(key.text()).startsWith("my:lock:");
			assertThat(redis.command("PTTL", key.text()).text()).isNotEqualTo("-1");
		});
	}

	@Override
	protected LockStore backend() {
		return this.store;
	}

	@Test
	void queueFollowsTheHolderInTheValueOfTheLock() {
		queue("key", "a:1");
		store().contend("key", "d:1", LONG, NOT_SUBSCRIBED);
		contend("key", "u:1");
		String rest = " 1;12000;d;<time>;" + full("d:1") + " 1;12000;u;<time>;" + full("u:1");
		assertThat(value("key")).isEqualTo(full("h:1") + " 1;12000;c;<time>;" + full("a:1") + rest);
		assertThat(redis.command("KEYS", "*").items()).hasSize(1);
		release("key", "h:1");
		assertThat(value("key")).isEqualTo(full("a:1") + rest);
	}

	@Test
	void channelNameContainsTheInstance() {
		listen("a");
		assertThat(redis.command("PUBSUB", "CHANNELS").items()).extracting((channel) -> channel.text())
			.contains("my:lock:wake:1:" + ShortTokens.instance("a"));
	}

	@Test
	void nothingIsPublishedWithoutWaiters() {
		listen("a");
		redis.command("CONFIG", "RESETSTAT");
		hold("key");
		release("key", "h:1");
		hold("key");
		store().giveWay("key", "h:1", LONG, "h:2", SUBSCRIBED);
		store().giveWay("key", "h:1", 0, "h:2", SUBSCRIBED);
		assertFree("key");
		assertThat(redis.calls("publish")).isZero();
	}

	@Test
	void oneMessageIsPublishedForOneGrant() { // P6
		queue("key", "a:1", "b:1", "c:1");
		redis.command("CONFIG", "RESETSTAT");
		release("key", "h:1");
		assertThat(redis.calls("publish")).isOne();
	}

	@Test
	void nothingIsPublishedForAWaiterWithoutSubscription() {
		hold("key");
		store().contend("key", "a:1", LONG, NOT_SUBSCRIBED);
		redis.command("CONFIG", "RESETSTAT");
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
		assertThat(redis.calls("publish")).isZero();
	}

	/** Otherwise a replica could answer from old data. */
	@Test
	void repeatedQueueRequestWrites() {
		queue("key", "a:1", "b:1");
		redis.command("CONFIG", "RESETSTAT");
		contend("key", "a:1");
		assertThat(redis.calls("setrange")).isOne();
	}

	@Test
	void entriesExpireByTimeWithoutThePermissionToCountSubscribers() {
		redis.command("ACL", "SETUSER", "uncounted", "on", ">secret", "~*", "&*", "+@all", "-pubsub");
		LockStore uncounted = new RedisLockStore(
				RedisFixture.ready(redis.connectAs(RedisClient.LETTUCE, "uncounted", "secret")), "my:lock:");
		RecordedWakeUps a = listen("a");
		hold("key");
		Contention reply = uncounted.contend("key", full("a:1"), LONG, SUBSCRIBED);
		assertThat(reply.place()).extracting(QueuePlace::counted).as("nothing is known").isEqualTo(true);
		assertThat(value("key")).endsWith(" 1;12000;u;<time>;" + full("a:1"));
		uncounted.release(new Release("key", full("h:1"), 0));
		soon().untilAsserted(() -> assertThat(a.grants()).containsExactly("key a:1"));
	}

	@Test
	void entryOfAnOlderVersionIsGrantedWithItsMessageFormat() {
		RecordedWakeUps a = listen("a");
		String old = " 1;12000;h;;";
		redis.command("SET", "my:lock:key", full("h:1") + old + full("x:1") + old + full("a:1"), "PX", "30000");
		release("key", "h:1");
		assertHeld("key", "x:1", GRANT);
		release("key", "x:1");
		assertHeld("key", "a:1", GRANT);
		soon().untilAsserted(() -> assertThat(a.grants()).containsExactly("key a:1"));
		assertThat(a.tickets()).containsExactly(0L);
	}

	/**
	 * Other libraries compare the whole value when they release, so it must not change.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "6b1e7c1a-6c1f-4a8e-9d5c-0f4a1f1f7c11", "6b1e7c1a6c1f4a8e9d5c0f4a1f1f7c11",
			"ADDED:2026-11-16T21:40:11.123Z@shop-7d9f", "00-50-56-C0-00-08:3344:21", "192.168.0.7/9081:27", "1", "",
			"owner with blanks", "me:1:2", "a1b2c3d4-shop:thread-7:1", "shop-6b1e7c1a:1:1", "{\"owner\":\"shop\"}",
			"shop-AAAAAAAAAAAAAAAAAAAAAA:1", "shop-AAAAAAAAAAAAAAAAAAAAAA:1:0:2", "shop-AAAAAAAAAAAAAAAAAAAAA!:1:0",
			"shop-AAAAAAAAAAAAAAAAAAAAAA:A:0" })
	void valueOfAnotherLibraryIsNotChanged(String value) {
		listen("a");
		redis.command("SET", "my:lock:key", value, "PX", "30000");
		for (QueueRequest wait : List.of(SUBSCRIBED, NOT_SUBSCRIBED, new QueueRequest(GRANT, LONG, true, true))) {
			Contention reply = store().contend("key", "a:1", LONG, wait);
			assertThat(reply.queued()).isFalse();
			assertThat(reply.holder()).isNotNull();
		}
		release("key", "a:1");
		store().giveWay("key", "a:1", LONG, "a:2", SUBSCRIBED);
		assertThat(redis.command("GET", "my:lock:key").text()).isEqualTo(value);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "shop", "shop-2", "a.b_c-d" })
	void ownValueIsRecognized(String name) {
		String token = name + "-aZ09_-aZ09_-aZ09_-aZ09:1z:mh2k3f";
		redis.command("SET", "my:lock:key", token, "PX", "30000");
		assertThat(contend("key", "a:1").queued()).isTrue();
	}

	@Test
	void entriesOfAnotherVersionAreSkipped() {
		listen("b");
		redis.command("SET", "my:lock:key", full("h:1") + " 2;12000;h;;new;a:1 nonsense 1;x;h;;a:2", "PX", "30000");
		contend("key", "b:1");
		release("key", "h:1");
		assertHeld("key", "b:1", GRANT);
	}

	@Test
	void onlyEntriesOfAnotherVersionLeaveTheKeyFree() {
		redis.command("SET", "my:lock:key", full("h:1") + " 2;12000;h;;new;a:1", "PX", "30000");
		release("key", "h:1");
		assertFree("key");
	}

	@Test
	void fullQueueAcceptsNoNewWaiterButKeepsTheOthers() {
		queue("key", "a:1");
		redis.command("APPEND", "my:lock:key", " 1;12000;h;;x:" + "0".repeat(132_000));
		assertThat(contend("key", "b:1").queued()).isFalse();
		Contention again = contend("key", "a:1");
		assertThat(again.queued()).isTrue();
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
	}

	@Test
	void longQueueAcceptsNewWaiters() {
		queue("key", "a:1");
		redis.command("APPEND", "my:lock:key", " 1;12000;h;;x:" + "0".repeat(100_000));
		assertThat(contend("key", "b:1").queued()).isTrue();
	}

	@Test
	void askingAgainReplacesOnlyTheOwnEntry() {
		queue("key", "a:1", "b:1", "c:1");
		String before = value("key");
		redis.command("CONFIG", "RESETSTAT");
		Contention again = contend("key", "b:1");
		assertThat(again.queued()).isTrue();
		List<String> now = List.of(value("key").split(" ", -1));
		List<String> then = List.of(before.split(" ", -1));
		assertThat(now).hasSize(4);
		assertThat(List.of(now.get(0), now.get(1), now.get(3)))
			.isEqualTo(List.of(then.get(0), then.get(1), then.get(3)));
		assertThat(now.get(2)).endsWith(";" + full("b:1")).hasSameSizeAs(then.get(2));
		assertThat(redis.calls("setrange")).isOne();
		assertThat(redis.calls("set")).isZero();
	}

	@Test
	void askingAgainWorksWithoutTheRightToReplaceAPart() {
		redis.command("ACL", "SETUSER", "whole", "on", ">secret", "~*", "&*", "+@all", "-setrange");
		RedisLockStore whole = new RedisLockStore(
				RedisFixture.ready(redis.connectAs(RedisClient.LETTUCE, "whole", "secret")), "my:lock:");
		queue("key", "a:1", "b:1");
		assertThat(whole.contend("key", full("a:1"), LONG, SUBSCRIBED).queued()).isTrue();
		assertThat(value("key").split(" ", -1)).hasSize(3);
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
	}

	@Test
	void refusedPublishOnlyDelaysTheGrant() { // rule L (write before publish)
		redis.command("ACL", "SETUSER", "mute", "on", ">secret", "~*", "&*", "+@all", "-publish");
		RedisLockStore mute = new RedisLockStore(
				RedisFixture.ready(redis.connectAs(RedisClient.LETTUCE, "mute", "secret")), "my:lock:");
		queue("key", "a:1");
		assertThat(mute.release(new Release("key", full("h:1"), 0))).isEqualTo(ReleaseReply.RELEASED);
		assertHeld("key", "a:1", GRANT);
	}

	/** A message about a grant that was not written would create a second holder. */
	@Test
	void refusedGrantFreesTheLockAndPublishesNothing() { // rule L (write before publish)
		queue("key", "a:1");
		redis.command("CONFIG", "RESETSTAT");
		redis.command("CONFIG", "SET", "maxmemory", "100");
		try {
			release("key", "h:1");
		}
		finally {
			redis.command("CONFIG", "SET", "maxmemory", "0");
		}
		assertThat(redis.calls("publish")).isZero();
		assertFree("key");
	}

	@Test
	void queueScriptsAreSentAgainAfterScriptFlush() {
		listen("h");
		queue("key", "a:1");
		redis.command("SCRIPT", "FLUSH");
		assertThat(contend("key", "b:1").queued()).isTrue();
		redis.command("SCRIPT", "FLUSH");
		assertThat(store().giveWay("key", "h:1", LONG, "h:2", SUBSCRIBED).queued()).isTrue();
		assertHeld("key", "a:1", GRANT);
	}

	private static String value(String key) {
		return redis.command("GET", "my:lock:" + key).text().replaceAll("(?<=;[a-z];)\\d{13}(?=;)", "<time>");
	}

}
