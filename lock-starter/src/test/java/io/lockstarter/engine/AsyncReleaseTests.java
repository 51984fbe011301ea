package io.lockstarter.engine;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.ReleaseMode;
import io.lockstarter.embedded.proxy.Command;
import io.lockstarter.embedded.proxy.HeldRequest;
import io.lockstarter.embedded.proxy.InjectedFault;
import io.lockstarter.embedded.proxy.LostReply;
import io.lockstarter.embedded.proxy.SlowReply;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.testsupport.EachRedisClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests asynchronous releases. The releasing thread does not wait for the reply; the next
 * caller does.
 */
@Timeout(120)
@ParameterizedClass
@EachRedisClient
class AsyncReleaseTests {

	private static final LockRequest K = LockRequest.of("k")
		.withReleaseMode(ReleaseMode.ASYNC)
		.withWaitTime(Duration.ofSeconds(20));

	private static final Predicate<Command> RELEASE = Command.named("EVALSHA");

	private static final SlowReply SLOW = new SlowReply(Duration.ofMillis(300));

	private static RedisFixture redis;

	private static TcpProxy proxy;

	private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

	private final LockListener listener = new LockListener() {

		@Override
		public void released(LockEvent.Released event) {
			AsyncReleaseTests.this.events.add(event.confirmed() ? "released" : "unconfirmed");
		}

		@Override
		public void lost(LockEvent.Lost event) {
			AsyncReleaseTests.this.events.add("lost: " + event.reason());
		}

	};

	private final RedisClient client;

	private final RedisLockStore store;

	private final TestInstance instance;

	AsyncReleaseTests(RedisClient client) {
		this.client = client;
		redis.command("FLUSHALL");
		this.store = new RedisLockStore(RedisFixture.ready(redis.connect(client, proxy.port())), "lock:");
		this.instance = new TestInstance(this.store, this.listener);
		locks().acquire(K.withTtl(Duration.ofSeconds(2)).withReleaseMode(ReleaseMode.SYNC)).release();
		// After a failed attempt, a sweep would be the command that a fault hits.
		soon().until(() -> this.instance.entries() == 0 && !this.events.isEmpty());
		this.events.clear();
	}

	@BeforeAll
	static void start() {
		redis = RedisFixture.start().patient();
		proxy = TcpProxy.to(redis.server().host(), redis.server().port());
	}

	@AfterAll
	static void stop() {
		proxy.close();
		redis.close();
	}

	@AfterEach
	void close() {
		proxy.heal();
		try (TestInstance closed = this.instance) {
			soon().until(() -> closed.entries() == 0);
		}
		assertThat(redis.command("KEYS", "*").items()).isEmpty();
	}

	@Test
	void releaserDoesNotWaitForTheReply() {
		LockHandle handle = locks().acquire(K);
		HeldRequest held = new HeldRequest();
		try (InjectedFault fault = proxy.once(held, RELEASE)) {
			assertThat(handle.release()).isTrue();
			assertThat(handle.isHeld()).isFalse();
			soon().until(() -> fault.fired() == 1);
			assertThat(this.instance.entries()).as("in flight").isOne();
			assertThat(this.events).isEmpty();
			held.release();
			assertThat(nextEvent()).isEqualTo("released");
		}
	}

	@Test
	void synchronousReleaseWaitsForTheReply() {
		LockHandle handle = locks().acquire(K.withReleaseMode(ReleaseMode.SYNC));
		try (InjectedFault slow = proxy.once(SLOW, RELEASE)) {
			assertThat(handle.release()).isTrue();
			assertThat(slow.fired()).isOne();
			assertThat(this.instance.entries()).isZero();
			assertThat(nextEvent()).isEqualTo("released");
		}
	}

	@Test // rule G (release in flight)
	void nextCallerOfTheSameKeyWaitsForTheReplyToTheRelease() {
		LockHandle handle = locks().acquire(K);
		HeldRequest held = new HeldRequest();
		try (InjectedFault fault = proxy.once(held, RELEASE)) {
			handle.release();
			soon().until(() -> fault.fired() == 1);
			CompletableFuture<LockHandle> next = locks().acquireAsync(K.withWaitTime(Duration.ZERO))
				.toCompletableFuture();
			soon().until(() -> locks().waiting("k") == 1);
			assertThat(next).isNotDone();
			held.release();
			assertThat(next.join().isHeld()).isTrue();
			next.join().release();
		}
	}

	@Test // 8
	void lossIsReportedToTheListener() {
		LockHandle handle = locks().acquire(K);
		redis.command("DEL", "lock:k");
		HeldRequest held = new HeldRequest();
		try (InjectedFault fault = proxy.once(held, RELEASE)) {
			assertThat(handle.release()).as("not known yet").isTrue();
			soon().until(() -> fault.fired() == 1);
			held.release();
		}
		assertThat(nextEvent()).isEqualTo("lost: NOT_OURS");
		soon().until(() -> this.instance.entries() == 0);
		assertThat(this.events).as("no further event").isEmpty();
	}

	@Test
	void releaseDoesNotFreeTheNextHolder() {
		LockHandle handle = locks().acquire(K);
		redis.command("SET", "lock:k", "successor", "PX", "20000");
		handle.release();
		assertThat(nextEvent()).isEqualTo("lost: NOT_OURS");
		assertThat(redis.command("GET", "lock:k").text()).isEqualTo("successor");
		redis.command("DEL", "lock:k");
	}

	@Test // P7
	void releaseWithoutAReplyIsRepeatedInTheBackground() {
		// Its clients are not patient.
		try (RedisFixture hasty = RedisFixture.start();
				TcpProxy between = TcpProxy.to(hasty.server().host(), hasty.server().port());
				TestInstance caller = new TestInstance(
						new RedisLockStore(RedisFixture.ready(hasty.connect(this.client, between.port())), "lock:"),
						this.listener)) {
			LockHandle handle = caller.locks().acquire(K);
			HeldRequest held = new HeldRequest();
			InjectedFault fault = between.once(held, RELEASE);
			assertThat(handle.release()).isTrue();
			soon().until(() -> fault.fired() == 1);
			assertThat(nextEvent()).as("after the time-out").isEqualTo("unconfirmed");
			held.release();
			soon().until(() -> hasty.command("GET", "lock:k").text().isEmpty());
			soon().until(() -> caller.entries() == 0);
		}
	}

	@Test // P7
	void releaseOverALostConnectionIsNoLoss() {
		LockHandle handle = locks().acquire(K);
		try (InjectedFault fault = proxy.once(LostReply.thenReset(), RELEASE)) {
			assertThat(handle.release()).isTrue();
			// Lettuce sends it again and finds no key. The reconnect shows that this is
			// no loss.
			assertThat(nextEvent()).isEqualTo("unconfirmed");
			assertThat(fault.fired()).isOne();
		}
		assertThat(redis.command("GET", "lock:k").text()).isEmpty();
	}

	@Test
	void closingWaitsForTheReply() {
		LockHandle handle = locks().acquire(K);
		try (InjectedFault slow = proxy.once(SLOW, RELEASE)) {
			handle.release();
			locks().close(Duration.ofSeconds(20));
			assertThat(slow.fired()).isOne();
			assertThat(this.instance.entries()).isZero();
		}
	}

	@Test // 51
	void scriptIsSentAgainAfterAScriptFlush() {
		LockHandle handle = locks().acquire(K);
		redis.command("SCRIPT", "FLUSH");
		redis.command("CONFIG", "RESETSTAT");
		handle.release();
		assertThat(nextEvent()).isEqualTo("released");
		assertThat(redis.calls("eval")).isOne();
		assertThat(redis.command("GET", "lock:k").text()).isEmpty();
	}

	@Test
	void onlyABlockingClientNeedsAWorker() throws Exception {
		AtomicInteger borrowed = new AtomicInteger();
		this.store.acquire("direct", "t:1", 10_000);
		ReleaseReply reply = this.store.async((task) -> {
			borrowed.incrementAndGet();
			task.run();
		}).release(new Release("direct", "t:1", 0)).toCompletableFuture().get(10, TimeUnit.SECONDS);
		assertThat(reply).isEqualTo(ReleaseReply.RELEASED);
		assertThat(borrowed).hasValue((this.client == RedisClient.JEDIS) ? 1 : 0);
	}

	@Test
	void innerReleaseSendsNothing() {
		LockHandle outer = locks().acquire(K);
		locks().acquire(K).close();
		assertThat(outer.isHeld()).isTrue();
		assertThat(this.events).isEmpty();
		outer.close();
		assertThat(nextEvent()).isEqualTo("released");
	}

	private String nextEvent() {
		try {
			String event = this.events.poll(20, TimeUnit.SECONDS);
			assertThat(event).isNotNull();
			return event;
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private LockEngine locks() {
		return this.instance.locks();
	}

	private static ConditionFactory soon() {
		return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10));
	}

}
