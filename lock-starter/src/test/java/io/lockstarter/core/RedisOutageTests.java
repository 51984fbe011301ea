package io.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.LockBackendException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.Patience;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.Renewed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Redis goes away and comes back. Numbers are those of the behaviours. */
@Timeout(120)
@ParameterizedClass
@EnumSource(RedisClient.class)
class RedisOutageTests {

	private static final Duration TTL = Duration.ofSeconds(6);

	private static final LockRequest K = LockRequest.of("k").withTtl(TTL).withWaitTime(Duration.ofSeconds(1));

	private final RedisFixture redis = RedisFixture.start();

	private final TcpProxy proxy = TcpProxy.to(this.redis.server().host(), this.redis.server().port());

	private final TestInstance instance;

	RedisOutageTests(RedisClient client) {
		this.instance = new TestInstance(
				new RedisLockStore(RedisFixture.ready(this.redis.connect(client, this.proxy.port())), "lock:"));
		locks().acquire("warm-up").close();
	}

	@AfterEach
	void close() {
		this.proxy.heal();
		this.instance.close();
		this.proxy.close();
		this.redis.close();
	}

	@Test // 49
	void downIsAnExceptionWithinTheWaitTimeAndACommandTimeOut() {
		this.redis.server().kill();
		long start = System.nanoTime();
		assertThatExceptionOfType(LockBackendException.class).isThrownBy(() -> locks().acquire(K))
			.withMessageContaining("'k'");
		assertThat(Duration.ofNanos(System.nanoTime() - start))
			.isLessThan(Duration.ofSeconds(1).plus(RedisFixture.TIMEOUT).plusSeconds(5));
		assertThat(locks().waiting("k")).isZero();
	}

	@Test // 50
	void killedAndRestartedWhileWaiting() {
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
	void killedAndRestartedWithoutPersistenceWhileHeldIsALossAndNothingIsRecreated() {
		LockHandle handle = locks().acquire(K);
		this.redis.server().kill();
		this.redis.server().restart();
		await().atMost(TTL.plusSeconds(20)).until(() -> !handle.isHeld());
		assertThat(this.redis.command("GET", "lock:k").text()).isEmpty();
		assertThat(handle.release()).isFalse();
		locks().acquire(K.withWaitTime(Duration.ofSeconds(20))).close();
	}

	@Test // 40
	void shortOutageIsNoLoss() {
		Duration ttl = Duration.ofSeconds(9);
		LockHandle handle = locks().acquire(K.withTtl(ttl));
		this.proxy.refuseConnections();
		this.proxy.resetConnections();
		// The first renewal, a third on the way, has failed by then.
		await().until(() -> handle.remaining().compareTo(ttl.multipliedBy(3).dividedBy(5)) < 0);
		this.proxy.heal();
		assertThat(Renewed.once(handle)).isTrue();
		assertThat(handle.release()).isTrue();
	}

	@Test // 44
	void silenceOfTheServerIsToldAsALossByTheTimer() {
		LockHandle handle = locks().acquire(K.withTtl(Duration.ofSeconds(3)));
		CompletableFuture<Boolean> told = new CompletableFuture<>();
		handle.onLost(() -> told.complete(true));
		this.proxy.blackHole();
		await().until(() -> {
			boolean free = this.redis.command("GET", "lock:k").text().isEmpty();
			assertThat(free && handle.isHeld()).as("held, when others could have it").isFalse();
			return free;
		});
		assertThat(told).succeedsWithin(Patience.LIMIT);
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
	void readOnlyServerIsNeitherAcquiredNorLost() {
		LockHandle handle = locks().acquire(K);
		this.redis.command("REPLICAOF", this.redis.server().host(), "1");
		assertThatExceptionOfType(LockBackendException.class)
			.isThrownBy(() -> locks().acquire(LockRequest.of("other").withWaitTime(Duration.ZERO)))
			.withMessageContaining("READONLY");
		assertThat(handle.isHeld()).isTrue();
		this.redis.command("REPLICAOF", "NO", "ONE");
		assertThat(handle.release()).isTrue();
	}

	@Test // P5
	void callerInAHurryDoesNotWaitForTheServersAnswer() {
		this.proxy.blackHole();
		long start = System.nanoTime();
		assertThatExceptionOfType(LockBackendException.class)
			.isThrownBy(() -> locks().acquire(K.withWaitTime(Duration.ofMillis(100))));
		assertThat(Duration.ofNanos(System.nanoTime() - start))
			.isLessThan(Duration.ofMillis(100).plus(RedisFixture.TIMEOUT.multipliedBy(2)).plusSeconds(5));
	}

	private LockEngine locks() {
		return this.instance.locks();
	}

}
