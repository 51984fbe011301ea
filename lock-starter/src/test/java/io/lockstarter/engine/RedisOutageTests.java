package io.lockstarter.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.ReleaseMode;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.testsupport.EachRedisClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.Renewals;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Tests outages of Redis. Numbers are those of the behaviors. */
@Timeout(120)
@ParameterizedClass
@EachRedisClient
class RedisOutageTests {

	/** A key with this ttl does not expire during a test. */
	private static final Duration TTL = Duration.ofMinutes(1);

	private static final LockRequest K = LockRequest.of("k").withTtl(TTL).withWaitTime(Duration.ofSeconds(1));

	private static final LockSettings RENEWS_OFTEN = new LockSettings("app", TTL, Duration.ZERO, Duration.ofSeconds(1),
			RetrySettings.DEFAULT, LockSettings.DEFAULT.longestSleep(), ReleaseMode.SYNC, HandOffSettings.DEFAULT,
			false);

	private final RedisFixture redis = RedisFixture.start();

	private final TcpProxy proxy = TcpProxy.to(this.redis.server().host(), this.redis.server().port());

	private final LockStore store;

	private final TestInstance instance;

	RedisOutageTests(RedisClient client) {
		this.store = new RedisLockStore(RedisFixture.ready(this.redis.connect(client, this.proxy.port())), "lock:");
		this.instance = new TestInstance(this.store);
		locks().acquire(LockRequest.of("warm-up").withWaitTime(TestTimeouts.LIMIT)).close();
	}

	@AfterEach
	void close() {
		this.proxy.heal();
		this.instance.close();
		this.proxy.close();
		this.redis.close();
	}

	@Test // 49
	void acquireFailsWithinTheWaitTimeWhileRedisIsDown() {
		this.redis.server().kill();
		long start = System.nanoTime();
		assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> locks().acquire(K))
			.withMessageContaining("'k'");
		assertThat(Duration.ofNanos(System.nanoTime() - start))
			.isLessThan(Duration.ofSeconds(1).plus(RedisFixture.TIMEOUT).plus(TestTimeouts.LIMIT));
		assertThat(locks().waiting("k")).isZero();
	}

	@Test // 50
	void waiterAcquiresTheLockAfterARestart() {
		this.redis.server().kill();
		CompletableFuture<LockHandle> waiter = CompletableFuture
			.supplyAsync(() -> locks().acquire(K.withWaitTime(LockRequest.FOREVER)));
		await().until(() -> locks().waiting("k") == 1);
		this.redis.server().restart();
		LockHandle handle = waiter.join();
		assertThat(handle.isHeld()).isTrue();
		assertThat(handle.release()).isTrue();
	}

	@Test // 50
	void restartWithoutPersistenceIsALossAndNoKeyIsCreated() {
		LockHandle handle = locks().acquire(K.withTtl(Duration.ofSeconds(6)));
		this.redis.server().kill();
		this.redis.server().restart();
		await().until(() -> !handle.isHeld());
		assertThat(this.redis.command("GET", "lock:k").text()).isEmpty();
		assertThat(handle.release()).isFalse();
		locks().acquire(K.withWaitTime(Duration.ofSeconds(20))).close();
	}

	@Test // 40
	void shortOutageIsNoLoss() {
		AtomicInteger failures = new AtomicInteger();
		try (TestInstance eager = new TestInstance(this.store, RENEWS_OFTEN, new LockListener() {

			@Override
			public void renewalFailed(LockEvent.Failed event) {
				failures.incrementAndGet();
			}

		})) {
			LockHandle handle = eager.locks().acquire(K);
			this.proxy.refuseConnections();
			this.proxy.resetConnections();
			await().until(() -> failures.get() > 0);
			this.proxy.heal();
			assertThat(Renewals.awaitRenewal(handle)).isTrue();
			assertThat(handle.release()).isTrue();
		}
	}

	@Test // 44
	void lossIsReportedByTheTimerWhileTheServerIsSilent() {
		LockHandle handle = locks().acquire(K.withTtl(Duration.ofSeconds(3)));
		CompletableFuture<Boolean> lossReported = new CompletableFuture<>();
		handle.onLost(() -> lossReported.complete(true));
		this.proxy.blackHole();
		await().until(() -> {
			boolean free = this.redis.command("GET", "lock:k").text().isEmpty();
			assertThat(free && handle.isHeld()).as("held while another caller could acquire it").isFalse();
			return free;
		});
		assertThat(lossReported).succeedsWithin(TestTimeouts.LIMIT);
		assertThat(handle.release()).isFalse();
	}

	@Test // 51
	void scriptsAreLoadedAgainAfterAFlush() {
		LockHandle handle = locks().acquire(K);
		this.redis.command("SCRIPT", "FLUSH");
		assertThat(handle.release()).isTrue();
		assertThat(this.redis.command("GET", "lock:k").text()).isEmpty();
	}

	@Test // 52
	void readOnlyServerRefusesAcquiresAndCausesNoLoss() {
		LockHandle handle = locks().acquire(K);
		this.redis.command("REPLICAOF", this.redis.server().host(), "1");
		assertThatExceptionOfType(LockServerException.class)
			.isThrownBy(() -> locks().acquire(LockRequest.of("other").withWaitTime(Duration.ZERO)))
			.withMessageContaining("READONLY");
		assertThat(handle.isHeld()).isTrue();
		this.redis.command("REPLICAOF", "NO", "ONE");
		assertThat(handle.release()).isTrue();
	}

	@Test // P5
	void callerWithAShortWaitTimeDoesNotWaitForTheReply() {
		this.proxy.blackHole();
		long start = System.nanoTime();
		assertThatExceptionOfType(LockServerException.class)
			.isThrownBy(() -> locks().acquire(K.withWaitTime(Duration.ofMillis(100))));
		assertThat(Duration.ofNanos(System.nanoTime() - start))
			.isLessThan(Duration.ofMillis(100).plus(RedisFixture.TIMEOUT.multipliedBy(2)).plus(TestTimeouts.LIMIT));
	}

	private LockEngine locks() {
		return this.instance.locks();
	}

}
