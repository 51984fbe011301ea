package io.lockstarter.leader;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.client.LockClient;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.WorkerLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("NullAway")
class LeaderElectionTests {

	private final InMemoryLockStore store = new InMemoryLockStore();

	private final AtomicBoolean down = new AtomicBoolean();

	private final List<LockClient> clients = new ArrayList<>();

	private final List<String> events = new CopyOnWriteArrayList<>();

	@AfterEach
	void stop() {
		this.clients.forEach(LockClient::close);
	}

	@Test
	void oneOfThreeInstancesIsTheLeaderAndHandsOverWhenItStops() {
		List<LeaderElection> all = List.of(election("a"), election("b"), election("c"));
		all.forEach(LeaderElection::start);
		for (int left = 3; left > 0; left--) {
			int begun = 2 * (3 - left) + 1;
			await().until(() -> this.events.size() == begun);
			assertThat(all.stream().filter(LeaderElection::isLeader)).hasSize(1);
			LeaderElection leader = all.stream().filter(LeaderElection::isLeader).findFirst().orElseThrow();
			leader.stop();
			assertThat(leader.isLeader()).isFalse();
			assertThat(leader.isRunning()).isFalse();
		}
		await().until(() -> this.events.size() == 6);
		// A term ends before the next one begins.
		for (int i = 0; i < 6; i += 2) {
			assertThat(this.events.get(i)).startsWith("+");
			assertThat(this.events.get(i + 1)).isEqualTo("-" + this.events.get(i).substring(1));
		}
		assertThat(this.store.inspect("leader")).isEmpty();
	}

	@Test
	void stoppedCandidateCanStartAgain() {
		LeaderElection election = election("a");
		election.start();
		await().until(() -> this.events.size() == 1);
		election.stop();
		election.stop();
		election.start();
		await().until(() -> this.events.size() == 3);
		assertThat(election.isLeader()).isTrue();
		election.close();
		assertThat(this.events).containsExactly("+a", "-a", "+a", "-a");
	}

	@Test
	void actionRunsOnlyOnTheLeader() {
		LeaderElection first = election("a");
		LeaderElection second = election("b");
		first.start();
		await().until(first::isLeader);
		second.start();
		AtomicReference<LockHandle> seen = new AtomicReference<>();
		assertThat(first.runIfLeader(() -> seen.set(LockHandle.current()))).isTrue();
		assertThat(seen.get().key()).isEqualTo("leader");
		assertThat(second.runIfLeader(() -> this.events.add("never"))).isFalse();
		first.close();
		second.close();
		assertThat(first.runIfLeader(() -> this.events.add("never"))).isFalse();
		assertThat(this.events).doesNotContain("never");
	}

	@Test
	void customizersRunOnceForAllTermsAndDoNotLimitTheWait() {
		List<String> customized = new CopyOnWriteArrayList<>();
		LockClient client = LockClient.on(this.store).customizer((request) -> {
			customized.add(request.key());
			return request.withKey("tenant:" + request.key()).withWaitTime(Duration.ZERO).withRenew(false);
		}).build();
		this.clients.add(client);
		LeaderElection election = LeaderElection.of(client.service(), "leader")
			.onElected((handle) -> this.events.add("elected with " + handle.key()))
			.onRevoked(() -> this.events.add("revoked"))
			.build();
		LockService others = client(this.store).service();
		try (LockHandle other = others.acquire("tenant:leader")) {
			election.start();
			await().until(() -> !others.inspect(other.key()).orElseThrow().waiters().isEmpty());
		}
		await().until(() -> this.events.size() == 1);
		client.admin().forceRelease("tenant:leader");
		await().until(() -> this.events.size() == 3);
		election.stop();
		assertThat(this.events).containsExactly("elected with tenant:leader", "revoked", "elected with tenant:leader",
				"revoked");
		assertThat(customized).containsExactly("leader");
	}

	/** Renewals fail, so the leader must give up while it still holds the lock. */
	@Test
	void leaderGivesUpBeforeItsLeaseEnds() {
		AtomicReference<LockHandle> handle = new AtomicReference<>();
		AtomicReference<Boolean> heldAtTheEnd = new AtomicReference<>();
		LeaderElection election = LeaderElection
			.of(client(failing()).service(), LockRequest.of("leader").withTtl(Duration.ofSeconds(12)))
			.onElected(handle::set)
			.onRevoked(() -> heldAtTheEnd.set(handle.get().isHeld()))
			.build();
		election.start();
		await().until(() -> handle.get() != null);
		this.down.set(true);
		await().atMost(Duration.ofSeconds(60)).until(() -> heldAtTheEnd.get() != null);
		assertThat(heldAtTheEnd.get()).isTrue();
		assertThat(election.isLeader()).isFalse();
		this.down.set(false);
		await().atMost(Duration.ofSeconds(60)).until(election::isLeader);
		election.close();
	}

	@Test
	void lossByAnOperatorRevokesTheLeader() {
		LockClient client = client(this.store);
		LeaderElection election = LeaderElection.of(client.service(), "leader")
			.onElected((handle) -> this.events.add("+"))
			.onRevoked(() -> this.events.add("-"))
			.build();
		election.start();
		await().until(() -> this.events.contains("+"));
		client.admin().forceRelease("leader");
		await().until(() -> this.events.contains("-"));
		await().until(election::isLeader);
		election.close();
	}

	@Test
	void actionThatStillRunsIsInterrupted() {
		CountDownLatch never = new CountDownLatch(1);
		LeaderElection election = LeaderElection.of(client(this.store).service(), "leader").onElected((handle) -> {
			this.events.add("+");
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				this.events.add("interrupted");
			}
		}).onRevoked(() -> this.events.add("-")).build();
		election.start();
		await().until(() -> this.events.contains("+"));
		election.close();
		assertThat(this.events).containsExactly("+", "interrupted", "-");
	}

	@Test
	void actionThatFailsDoesNotEndTheElection() {
		LeaderElection election = LeaderElection.of(client(this.store).service(), "leader").onElected((handle) -> {
			this.events.add("+");
			throw new IllegalStateException("of the application");
		}).onRevoked(() -> this.events.add("-")).build();
		election.start();
		await().until(() -> this.events.contains("+"));
		election.close();
		assertThat(this.events).containsExactly("+", "-");
	}

	@Test
	void beanStartsAndStopsWithTheContext() {
		LockClient client = client(this.store);
		LeaderElection election;
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.registerBean(LeaderElection.class,
					() -> LeaderElection.of(client.service(), "leader").onRevoked(() -> this.events.add("-")).build());
			context.refresh();
			election = context.getBean(LeaderElection.class);
			await().until(election::isLeader);
		}
		assertThat(election.isLeader()).isFalse();
		assertThat(this.store.inspect("leader")).isEmpty();
	}

	private LeaderElection election(String name) {
		return LeaderElection.of(client(this.store).service(), "leader")
			.onElected((handle) -> this.events.add("+" + name))
			.onRevoked(() -> this.events.add("-" + name))
			.build();
	}

	private LockClient client(LockStore lockStore) {
		LockClient client = LockClient.on(lockStore).build();
		this.clients.add(client);
		return client;
	}

	/** Returns the store, but its renewals fail while the server is down. */
	private LockStore failing() {
		return (LockStore) Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] { LockStore.class },
				(proxy, method, args) -> {
					if (this.down.get() && !method.getName().equals("epoch")) {
						throw new StoreException(Outcome.UNKNOWN, "down", null);
					}
					if (method.getName().equals("async")) {
						return new WorkerLockStore((LockStore) proxy, (Executor) args[0]);
					}
					return method.invoke(this.store, args);
				});
	}

}
