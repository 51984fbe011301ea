package io.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

import io.lockstarter.embedded.proxy.Command;
import io.lockstarter.embedded.proxy.HeldRequest;
import io.lockstarter.embedded.proxy.InjectedFault;
import io.lockstarter.embedded.proxy.TcpProxy;
import io.lockstarter.testsupport.RecordedWakeUps;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConnection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests a subscription that loses connections and is canceled. */
@Timeout(60)
@ParameterizedClass
@EnumSource(RedisClient.class)
class ChannelSubscriptionTests {

	private static RedisFixture redis;

	private static TcpProxy proxy;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<Runnable> subscriptions = new ArrayList<>();

	private final RecordedWakeUps wakeUps = new RecordedWakeUps();

	private final RedisClient client;

	private final RedisConnectionFactory factory;

	private final RedisLockStore store;

	ChannelSubscriptionTests(RedisClient client) {
		this.client = client;
		redis.command("FLUSHALL");
		redis.command("CONFIG", "RESETSTAT");
		this.factory = RedisFixture.ready(redis.connect(client, proxy.port()));
		this.store = new RedisLockStore(this.factory, "lock:");
	}

	@BeforeAll
	static void start() {
		redis = RedisFixture.start();
		proxy = TcpProxy.to(redis.server().host(), redis.server().port());
	}

	@AfterAll
	static void stop() {
		proxy.close();
		redis.close();
	}

	@AfterEach
	void hangUp() {
		this.subscriptions.forEach(Runnable::run);
		this.threads.shutdown();
		soon().until(() -> channels().isEmpty());
	}

	@Test // 30
	void canceledSubscriptionLeavesNothing() {
		Runnable cancel = listen();
		soon().until(() -> this.wakeUps.subscriptions() == 1);
		assertThat(channels()).containsExactly("lock:wake:1:me");
		cancel.run();
		soon().until(() -> channels().isEmpty() && subscribers() == 0);
	}

	@Test
	void cancelBeforeTheConnectionIsOpenLeavesNothing() {
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch gate = new CountDownLatch(1);
		RedisLockStore slow = new RedisLockStore(new SlowConnectionFactory(this.factory, asked, gate), "lock:");
		Runnable cancel = slow.listen("me", this.wakeUps, this.threads);
		soon().until(() -> asked.getCount() == 0);
		cancel.run();
		gate.countDown();
		this.threads.shutdown();
		soon().until(this.threads::isTerminated);
		soon().until(() -> channels().isEmpty() && subscribers() == 0);
		assertThat(this.wakeUps.subscriptions()).isZero();
	}

	@Test
	void lostConnectionIsReturnedToItsPool() {
		RedisLockStore small = new RedisLockStore(redis.connectWithPoolOfOne(this.client), "lock:");
		Runnable cancel = small.listen("me", this.wakeUps, this.threads);
		soon().until(() -> channels().size() == 1);
		redis.command("CLIENT", "KILL", "TYPE", "pubsub");
		soon().until(() -> this.wakeUps.subscriptions() >= 2 && channels().size() == 1);
		cancel.run();
		soon().until(() -> channels().isEmpty());
		soon().ignoreExceptions().until(() -> small.acquire("key", "t:1", 10_000));
	}

	@Test
	void cancelWhileTheConnectionIsOpenedLeavesNothing() {
		HeldRequest held = new HeldRequest();
		try (InjectedFault fault = proxy.once(held, Command.named("SUBSCRIBE"))) {
			Runnable cancel = listen();
			soon().until(() -> fault.fired() == 1);
			FutureTask<Void> cancelling = new FutureTask<>(cancel, null);
			Thread canceller = new Thread(cancelling);
			canceller.start();
			// It has ended, or waits for the connection.
			soon().until(() -> cancelling.isDone() || canceller.getState() != Thread.State.RUNNABLE);
			held.release();
			soon().until(() -> redis.calls("subscribe") >= 1);
			soon().until(() -> channels().isEmpty() && subscribers() == 0);
			assertThat(this.store.acquire("key", "t:1", 10_000)).isTrue();
		}
	}

	@Test // 30
	void everyLostConnectionIsReplacedAndClosed() {
		Runnable cancel = listen();
		for (int i = 1; i <= 2; i++) {
			int round = i;
			soon().until(() -> this.wakeUps.subscriptions() >= round && channels().size() == 1);
			assertThat(redis.command("CLIENT", "KILL", "TYPE", "pubsub").text()).isEqualTo("1");
		}
		soon().until(() -> channels().size() == 1);
		assertThat(subscribers()).isOne();
		redis.command("PUBLISH", "lock:wake:1:me", "me:1 lock:key");
		soon().until(() -> List.of("key me:1").equals(this.wakeUps.grants()));
		cancel.run();
		soon().until(() -> channels().isEmpty() && subscribers() == 0);
	}

	@Test
	void invalidMessageIsIgnored() {
		listen();
		soon().until(() -> channels().size() == 1);
		for (String message : List.of("", " ", "x", "x other:key", " lock:key", "me:1 lock:key with blanks ")) {
			redis.command("PUBLISH", "lock:wake:1:me", message);
		}
		soon().until(() -> List.of("key with blanks  me:1").equals(this.wakeUps.grants()));
	}

	private Runnable listen() {
		Runnable cancel = this.store.listen("me", this.wakeUps, this.threads);
		this.subscriptions.add(cancel);
		return cancel;
	}

	private List<String> channels() {
		return redis.command("PUBSUB", "CHANNELS").items().stream().map((channel) -> channel.text()).toList();
	}

	private long subscribers() {
		return Stream.of(redis.command("CLIENT", "LIST", "TYPE", "pubsub").text().split("\n"))
			.filter((line) -> !line.isBlank())
			.count();
	}

	private static ConditionFactory soon() {
		return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10));
	}

	/** Returns connections while the gate is open. */
	private record SlowConnectionFactory(RedisConnectionFactory factory, CountDownLatch asked,
			CountDownLatch gate) implements RedisConnectionFactory {

		@Override
		public RedisConnection getConnection() {
			this.asked.countDown();
			try {
				this.gate.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return this.factory.getConnection();
		}

		@Override
		public RedisClusterConnection getClusterConnection() {
			return this.factory.getClusterConnection();
		}

		@Override
		public RedisSentinelConnection getSentinelConnection() {
			return this.factory.getSentinelConnection();
		}

		@Override
		public boolean getConvertPipelineAndTxResults() {
			return this.factory.getConvertPipelineAndTxResults();
		}

		@Override
		public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException ex) {
			return this.factory.translateExceptionIfPossible(ex);
		}

	}

}
