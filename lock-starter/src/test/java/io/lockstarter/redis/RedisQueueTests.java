package io.lockstarter.redis;

import java.util.EnumMap;
import java.util.Map;

import io.lockstarter.store.Contention;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueueContractTests;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** The queue on a real server, on each client, and what an operator sees of it. */
@ParameterizedClass
@EnumSource(RedisClient.class)
class RedisQueueTests extends QueueContractTests {

	/** One connection for all tests: many make it slow. */
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
		redis = RedisFixture.start();
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
	protected LockStore store() {
		return this.store;
	}

	@Test
	void queueStandsBehindTheHolderInTheLocksOwnValue() {
		queue("key", "a:1");
		store().contend("key", "d:1", LONG, DEAF);
		assertThat(value("key")).isEqualTo("h:1 1;12000;h;;a:1 1;12000;d;;d:1");
		assertThat(redis.command("KEYS", "*").items()).hasSize(1);
		release("key", "h:1");
		assertThat(value("key")).isEqualTo("a:1 1;12000;d;;d:1");
	}

	@Test
	void channelIsThatOfTheInstance() {
		listen("a");
		assertThat(redis.command("PUBSUB", "CHANNELS").items()).extracting((channel) -> channel.text())
			.contains("my:lock:wake:1:a");
	}

	@Test
	void nothingIsPublishedWhenNobodyWaits() {
		listen("a");
		redis.command("CONFIG", "RESETSTAT");
		hold("key");
		release("key", "h:1");
		hold("key");
		store().giveWay("key", "h:1", LONG, "h:2", HEARS);
		store().giveWay("key", "h:1", 0, "h:2", HEARS);
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
	void nothingIsPublishedForOneWhoHearsNothing() {
		hold("key");
		store().contend("key", "a:1", LONG, DEAF);
		redis.command("CONFIG", "RESETSTAT");
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
		assertThat(redis.calls("publish")).isZero();
	}

	@Test
	void whoAsksAgainWithoutNewsWritesNothing() {
		queue("key", "a:1", "b:1");
		redis.command("CONFIG", "RESETSTAT");
		contend("key", "a:1");
		assertThat(redis.calls("set")).isZero();
		assertThat(redis.calls("append")).isZero();
	}

	@Test
	void entriesOfAnotherVersionAreSkipped() {
		listen("b");
		redis.command("SET", "my:lock:key", "h:1 2;12000;h;;new;a:1 nonsense 1;x;h;;a:2", "PX", "30000");
		contend("key", "b:1");
		release("key", "h:1");
		assertHeld("key", "b:1", GRANT);
	}

	@Test
	void onlyEntriesOfAnotherVersionLeaveTheKeyFree() {
		redis.command("SET", "my:lock:key", "h:1 2;12000;h;;new;a:1", "PX", "30000");
		release("key", "h:1");
		assertFree("key");
	}

	@Test
	void fullQueueTakesNobodyMoreButKeepsThoseWhoStandInIt() {
		queue("key", "a:1");
		redis.command("APPEND", "my:lock:key", " 1;12000;h;;x:" + "0".repeat(17_000));
		assertThat(contend("key", "b:1").queued()).isFalse();
		Contention again = contend("key", "a:1");
		assertThat(again.queued()).isTrue();
		release("key", "h:1");
		assertHeld("key", "a:1", GRANT);
	}

	@Test
	void refusedMessageCostsTimeOnly() { // rule L
		redis.command("ACL", "SETUSER", "mute", "on", ">secret", "~*", "&*", "+@all", "-publish");
		RedisLockStore mute = new RedisLockStore(
				RedisFixture.ready(redis.connectAs(RedisClient.LETTUCE, "mute", "secret")), "my:lock:");
		queue("key", "a:1");
		assertThat(mute.release(new Release("key", "h:1", 0))).isEqualTo(ReleaseReply.RELEASED);
		assertHeld("key", "a:1", GRANT);
	}

	@Test
	void scriptsOfTheQueueAreSentAgainWhenTheServerHasForgottenThem() {
		listen("h");
		queue("key", "a:1");
		redis.command("SCRIPT", "FLUSH");
		assertThat(contend("key", "b:1").queued()).isTrue();
		redis.command("SCRIPT", "FLUSH");
		assertThat(store().giveWay("key", "h:1", LONG, "h:2", HEARS).queued()).isTrue();
		assertHeld("key", "a:1", GRANT);
	}

	private static String value(String key) {
		return redis.command("GET", "my:lock:" + key).text();
	}

}
