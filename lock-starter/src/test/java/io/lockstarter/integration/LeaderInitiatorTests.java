package io.lockstarter.integration;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

import io.lockstarter.client.LockClient;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.LeaderEventPublisher;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests leader initiators of Spring Integration, each on an instance of its own. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ExtendWith(OutputCaptureExtension.class)
@SuppressWarnings({ "LockNotBeforeTry", "NullAway" })
class LeaderInitiatorTests {

	private static RedisFixture redis;

	private final List<LockClient> clients = new ArrayList<>();

	private Candidate one;

	private Candidate two;

	@BeforeAll
	static void startServer() {
		redis = RedisFixture.start().patient();
	}

	@AfterAll
	static void stopServer() {
		redis.close();
	}

	@BeforeEach
	void start() {
		redis.command("FLUSHALL");
		this.one = new Candidate(registry());
		this.two = new Candidate(registry());
	}

	@AfterEach
	void stop() {
		this.one.initiator.stop();
		this.two.initiator.stop();
		this.clients.forEach(LockClient::close);
	}

	@Test
	void leaderStaysLeaderAndHandsOverWhenItStops() {
		this.one.initiator.start();
		this.one.awaitLeader();
		this.two.initiator.start();
		this.one.awaitHeartbeats();
		assertThat(this.one.isLeader()).isTrue();
		assertThat(this.two.isLeader()).isFalse();
		assertThat(keyExists()).isTrue();
		this.one.initiator.stop();
		this.two.awaitLeader();
		assertThat(this.one.isLeader()).isFalse();
		await().until(() -> this.one.events.equals(List.of("granted", "revoked")));
		this.two.initiator.stop();
		await().until(() -> this.two.events.contains("revoked"));
		await().until(() -> !keyExists());
	}

	@Test
	void leaderThatYieldsHandsOver() {
		this.one.initiator.start();
		this.one.awaitLeader();
		this.two.initiator.start();
		this.one.initiator.setBusyWaitMillis(60_000);
		this.one.initiator.getContext().yield();
		this.two.awaitLeader();
		assertThat(this.one.isLeader()).isFalse();
		await().until(() -> this.one.events.equals(List.of("granted", "revoked")));
	}

	@Test
	void candidateThatCannotLockPublishesIt() {
		this.one.initiator.start();
		this.one.awaitLeader();
		this.two.initiator.setPublishFailedEvents(true);
		this.two.initiator.start();
		await().until(() -> this.two.events.contains("failed"));
		this.one.initiator.stop();
		this.two.awaitLeader();
	}

	@Test
	void leaderLearnsOfALossAndLeadsWithANewLock() {
		this.one.initiator.start();
		this.one.awaitLeader();
		redis.command("DEL", "lock:si:role");
		await().until(() -> this.one.events.equals(List.of("granted", "revoked", "granted")));
		for (int i = 0; i < 5; i++) {
			this.one.awaitHeartbeats();
			assertThat(keyExists()).isTrue();
		}
		assertThat(this.one.isLeader()).isTrue();
		this.one.initiator.stop();
		await().until(() -> !keyExists());
	}

	@Test
	void leaderThatLostItsLockToARivalIsRevoked() {
		this.one.initiator.start();
		this.one.awaitLeader();
		// In one command: the leader must not acquire the lock before the rival.
		redis.command("SET", "lock:si:role", "rival-AAAAAAAAAAAAAAAAAAAAAA:1:1", "PX", "600000");
		await().until(() -> this.one.events.contains("revoked"));
		this.one.awaitHeartbeats();
		assertThat(this.one.isLeader()).isFalse();
		redis.command("DEL", "lock:si:role");
		await().until(() -> this.one.events.equals(List.of("granted", "revoked", "granted")));
	}

	private DistributedLockRegistry registry() {
		LockClient client = LockClient.on(RedisFixture.ready(redis.connect(RedisClient.LETTUCE))).build();
		this.clients.add(client);
		return new DistributedLockRegistry(client.service(), "si:");
	}

	private static boolean keyExists() {
		return redis.command("EXISTS", "lock:si:role").text().equals("1");
	}

	/** An initiator that records its events. */
	private static final class Candidate implements LeaderEventPublisher {

		private final List<String> events = new CopyOnWriteArrayList<>();

		private final AtomicInteger heartbeats = new AtomicInteger();

		private final LockRegistryLeaderInitiator initiator;

		Candidate(DistributedLockRegistry registry) {
			this.initiator = new LockRegistryLeaderInitiator((key) -> counted(registry.obtain(key)),
					new DefaultCandidate("id", "role"));
			this.initiator.setHeartBeatMillis(50);
			this.initiator.setBusyWaitMillis(20);
			this.initiator.setLeaderEventPublisher(this);
		}

		boolean isLeader() {
			return this.initiator.getContext().isLeader();
		}

		void awaitLeader() {
			await().until(this::isLeader);
		}

		/** Waits until a heartbeat has begun and ended. */
		void awaitHeartbeats() {
			int enough = this.heartbeats.get() + 2;
			await().until(() -> this.heartbeats.get() >= enough);
		}

		@Override
		public void publishOnGranted(Object source, Context context, String role) {
			this.events.add("granted");
		}

		@Override
		public void publishOnRevoked(Object source, Context context, String role) {
			this.events.add("revoked");
		}

		@Override
		public void publishOnFailedToAcquire(Object source, Context context, String role) {
			this.events.add("failed");
		}

		/** Counts the heartbeats. */
		private Lock counted(Lock lock) {
			return (Lock) Proxy.newProxyInstance(Lock.class.getClassLoader(), new Class<?>[] { Lock.class },
					(proxy, method, args) -> {
						try {
							return method.invoke(lock, args);
						}
						catch (InvocationTargetException ex) {
							throw ex.getCause();
						}
						finally {
							this.heartbeats.addAndGet(method.getName().equals("tryLock") ? 1 : 0);
						}
					});
		}

	}

}
