package io.lockstarter.engine;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.ReleaseMode;
import io.lockstarter.embedded.proxy.Command;
import io.lockstarter.embedded.proxy.Fault;
import io.lockstarter.embedded.proxy.HeldRequest;
import io.lockstarter.embedded.proxy.InjectedFault;
import io.lockstarter.embedded.proxy.LostReply;
import io.lockstarter.embedded.proxy.SlowReply;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.EachRedisClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.Renewals;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests commands whose reply does not come, or comes too late (P7, behaviors 53 to 55).
 * Each client runs through a proxy in front of a real server.
 */
@Timeout(120)
@ParameterizedClass
@EachRedisClient
class AmbiguousOutcomeTests {

	/** Long enough that no key expires during a test, even on a busy machine. */
	private static final Duration TTL = Duration.ofSeconds(45);

	private static final LockRequest ONCE = LockRequest.of("k").withTtl(TTL).withWaitTime(Duration.ZERO);

	private static final LockSettings RENEWS_OFTEN = new LockSettings("app", TTL, Duration.ZERO, Duration.ofSeconds(1),
			RetrySettings.DEFAULT, LockSettings.DEFAULT.longestSleep(), ReleaseMode.SYNC, HandOffSettings.DEFAULT,
			false);

	/** Connections around the proxy, for all tests. */
	private static final Map<RedisClient, RedisConnectionFactory> CONNECTIONS = new EnumMap<>(RedisClient.class);

	private static RedisFixture redis;

	private final TcpProxy proxy;

	private final LockStore store;

	private final TestInstance instance;

	private final TestInstance other;

	private final RedisClient client;

	AmbiguousOutcomeTests(RedisClient client) {
		this.client = client;
		redis.command("FLUSHALL");
		this.proxy = TcpProxy.to(redis.server().host(), redis.server().port());
		this.store = new RedisLockStore(RedisFixture.ready(redis.connect(client, this.proxy.port())), "lock:");
		this.instance = new TestInstance(this.store);
		this.other = new TestInstance(new RedisLockStore(
				CONNECTIONS.computeIfAbsent(client, (absent) -> RedisFixture.ready(redis.connect(absent))), "lock:"));
		locks().acquire(LockRequest.of("warm-up").withTtl(Duration.ofSeconds(2)).withWaitTime(TTL)).release();
		// After a failed attempt, a sweep would be the command that a fault hits.
		await().until(() -> this.instance.entries() == 0);
		redis.command("CONFIG", "RESETSTAT");
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
	void close() {
		this.proxy.heal();
		this.instance.close();
		this.other.close();
		this.proxy.close();
	}

	static List<Fault> lostReplies() {
		return List.of(LostReply.thenClose(), LostReply.thenReset(),
				new SlowReply(RedisFixture.TIMEOUT.plusMillis(500)));
	}

	/**
	 * For a renewal it makes no difference how the connection ends.
	 */
	static List<Fault> lostAndSlow() {
		return List.of(LostReply.thenClose(), new SlowReply(RedisFixture.TIMEOUT.plusMillis(500)));
	}

	@ParameterizedTest
	@MethodSource("lostReplies") // 53, 54, 55
	void acquireWithALostReplyIsHeldOrRefusedAndLeavesNoKey(Fault fault) {
		Optional<LockHandle> handle = Optional.empty();
		try (InjectedFault injected = this.proxy.once(fault, Command.named("SET"))) {
			handle = tryOnce();
			await().until(() -> injected.fired() == 1);
		}
		if (handle.isPresent()) {
			assertThat(handle.get().isHeld()).isTrue();
			assertThat(value()).as("the token in Redis is ours").isEqualTo(handle.get().token());
			assertThat(this.other.locks().tryAcquire(ONCE)).isEmpty();
			assertThat(handle.get().release()).isTrue();
		}
		await().untilAsserted(() -> assertThat(value()).isEmpty());
		assertThat(expired()).as("it was removed").isZero();
		this.other.locks().acquire(ONCE).close();
	}

	@Test // 53
	void replayedAcquireIsHeldAndNotReportedBusy() {
		if (this.client != RedisClient.LETTUCE) {
			return; // only this client replays commands
		}
		try (InjectedFault injected = this.proxy.once(LostReply.thenClose(), Command.named("SET"))) {
			LockHandle handle = locks().acquire(ONCE);
			assertThat(injected.fired()).isOne();
			assertThat(handle.isHeld()).isTrue();
			assertThat(handle.release()).isTrue();
		}
	}

	@ParameterizedTest
	@MethodSource("lostReplies")
	void waiterAcquiresTheLockAfterALostReply(Fault fault) {
		try (InjectedFault injected = this.proxy.once(fault, Command.named("SET"))) {
			LockHandle handle = locks().acquire(ONCE.withWaitTime(Duration.ofSeconds(30)));
			assertThat(injected.fired()).isOne();
			assertThat(handle.isHeld()).isTrue();
			assertThat(value()).isEqualTo(handle.token());
			assertThat(handle.release()).isTrue();
		}
		await().untilAsserted(() -> assertThat(value()).isEmpty());
	}

	@ParameterizedTest
	@MethodSource("lostReplies")
	void releaseWithALostReplyIsNoLossAndTheKeyIsRemoved(Fault fault) {
		LockHandle handle = locks().acquire(ONCE);
		try (InjectedFault injected = this.proxy.once(fault, Command.named("EVALSHA"))) {
			assertThat(handle.release()).as("no loss").isTrue();
			assertThat(injected.fired()).isOne();
		}
		this.other.locks().acquire(ONCE.withWaitTime(TTL)).close();
		assertThat(expired()).as("it was removed").isZero();
	}

	@ParameterizedTest
	@MethodSource("lostAndSlow")
	void renewalWithALostReplyIsNoLoss(Fault fault) {
		try (TestInstance eager = new TestInstance(this.store, RENEWS_OFTEN)) {
			LockHandle handle = eager.locks().acquire(ONCE);
			try (InjectedFault injected = this.proxy.once(fault, Command.named("EVALSHA"))) {
				await().until(() -> injected.fired() == 1);
			}
			assertThat(Renewals.awaitRenewal(handle)).as("by the next try").isTrue();
			assertThat(handle.release()).isTrue();
		}
	}

	@Test // 55
	void acquireAppliedAfterItsTimeOutIsSwept() throws Exception {
		// The sweep comes after a third of it.
		LockRequest brief = ONCE.withTtl(Duration.ofSeconds(12));
		HeldRequest held = new HeldRequest();
		try (InjectedFault injected = this.proxy.once(held, Command.named("SET"))) {
			assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> locks().acquire(brief))
				.withMessageContaining("'k'");
			await().until(() -> injected.fired() == 1);
		}
		assertThat(redis.calls("set")).as("not applied yet").isZero();
		held.release();
		await().until(() -> redis.calls("set") == 1);
		await().untilAsserted(() -> assertThat(value()).isEmpty());
		assertThat(expired()).as("it was removed").isZero();
		this.other.locks().acquire(ONCE).close();
	}

	@Test
	void repeatedReleaseNeverFreesTheNextHolder() {
		LockHandle handle = locks().acquire(ONCE);
		try (InjectedFault injected = this.proxy.once(LostReply.thenClose(), Command.named("EVALSHA"))) {
			LockHandle successor;
			assertThat(handle.release()).isTrue();
			assertThat(injected.fired()).isOne();
			successor = this.other.locks().acquire(ONCE.withWaitTime(TTL));
			await().until(() -> this.instance.entries() == 0);
			assertThat(value()).isEqualTo(successor.token());
			assertThat(successor.release()).isTrue();
		}
	}

	private Optional<LockHandle> tryOnce() {
		try {
			return locks().tryAcquire(ONCE);
		}
		catch (LockServerException ex) {
			return Optional.empty();
		}
	}

	/** Returns how many keys have expired since the start of the test. */
	private static int expired() {
		return Integer.parseInt(redis.server().info("expired_keys"));
	}

	private String value() {
		return redis.command("GET", "lock:k").text();
	}

	private LockEngine locks() {
		return this.instance.locks();
	}

}
