package io.lockstarter.leader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.lockstarter.LockLostException;
import io.lockstarter.LockScope;
import io.lockstarter.client.LockClient;
import io.lockstarter.memory.InMemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests how the actions of a leader and the end of its leadership meet. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ExtendWith(OutputCaptureExtension.class)
@SuppressWarnings("NullAway")
class LeaderHandOverTests {

	private static final Duration LONG = Duration.ofHours(1);

	private final InMemoryLockStore store = new InMemoryLockStore();

	private final LockClient here = LockClient.on(this.store).build();

	private final LockClient there = LockClient.on(this.store).build();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<String> events = new CopyOnWriteArrayList<>();

	private final CountDownLatch begun = new CountDownLatch(1);

	private final CountDownLatch end = new CountDownLatch(1);

	private final List<LeaderElection> elections = new ArrayList<>();

	private LeaderElection next;

	@BeforeEach
	void startNext() {
		this.next = LeaderElection.of(this.there.service(), "leader")
			.onElected((handle) -> this.events.add("next"))
			.build();
		this.elections.add(this.next);
	}

	@AfterEach
	void stop() {
		this.end.countDown();
		this.threads.shutdownNow();
		this.elections.forEach(LeaderElection::close);
		this.here.close();
		this.there.close();
	}

	@Test
	void nextLeaderWaitsForTheActionOfTheLast() throws Exception {
		LeaderElection leader = leader(LONG);
		Future<Boolean> action = action(leader, () -> this.events.add("ended"));
		Future<?> stop = this.threads.submit(() -> leader.stop());
		await().until(() -> this.events.contains("revoked"));
		assertThat(leader.isLeader()).isFalse();
		assertThat(leader.runIfLeader(() -> this.events.add("never"))).isFalse();
		await().during(Duration.ofMillis(200)).until(() -> !this.next.isLeader());
		assertThat(stop.isDone()).isFalse();
		this.end.countDown();
		assertThat(action.get(60, TimeUnit.SECONDS)).isTrue();
		stop.get(60, TimeUnit.SECONDS);
		await().until(this.next::isLeader);
		await().untilAsserted(() -> assertThat(this.events).containsExactly("revoked", "ended", "next"));
	}

	@Test
	void scopeOfAnActionThrowsWhenTheTermIsOver() throws Exception {
		LeaderElection leader = leader(LONG);
		Future<?> action = this.threads.submit(() -> leader.runIfLeader(() -> {
			LockScope.ensureHeld();
			this.begun.countDown();
			await().until(() -> !leader.isLeader());
			assertThat(catchLoss().reason()).isEqualTo(LockLostException.Reason.LEADERSHIP_ENDED);
			assertThat(this.store.inspect("leader")).as("not yet released").isPresent();
		}));
		assertThat(this.begun.await(60, TimeUnit.SECONDS)).isTrue();
		leader.stop();
		action.get(60, TimeUnit.SECONDS);
	}

	@Test
	void actionThatDoesNotEndIsReported(CapturedOutput output) throws Exception {
		LeaderElection leader = leader(Duration.ofMillis(100));
		AtomicReference<LockLostException> loss = new AtomicReference<>();
		Future<Boolean> action = action(leader, () -> loss.set(catchLoss()));
		leader.stop();
		await().untilAsserted(() -> assertThat(output)
			.contains("An action of the leader of 'leader' still runs PT0.1S after its leadership has ended"));
		await().until(this.next::isLeader);
		this.end.countDown();
		assertThat(action.get(60, TimeUnit.SECONDS)).isTrue();
		assertThat(loss.get().reason()).as("after the release").isEqualTo(LockLostException.Reason.LEADERSHIP_ENDED);
	}

	@Test
	void lossIsNotDelayedByAnAction() throws Exception {
		LeaderElection leader = leader(LONG);
		AtomicReference<LockLostException> loss = new AtomicReference<>();
		Future<Boolean> action = action(leader, () -> loss.set(catchLoss()));
		this.here.admin().forceRelease("leader");
		await().until(this.next::isLeader);
		this.next.stop();
		await().until(leader::isLeader);
		this.end.countDown();
		assertThat(action.get(60, TimeUnit.SECONDS)).isTrue();
		assertThat(loss.get().reason()).as("also in the next term").isEqualTo(LockLostException.Reason.FORCED);
	}

	@Test
	void stopInsideACallbackDoesNotWaitForItself() {
		AtomicReference<LeaderElection> leader = new AtomicReference<>();
		leader.set(LeaderElection.of(this.here.service(), "leader").onElected((handle) -> {
			leader.get().stop();
			this.events.add("stopped");
		}).onRevoked(() -> this.events.add("revoked")).handOverTimeout(LONG).build());
		leader.get().start();
		await().until(() -> this.events.equals(List.of("stopped", "revoked")));
		await().until(() -> this.store.inspect("leader").isEmpty());
	}

	@Test
	void stopInsideAnActionDoesNotWaitForItself() {
		LeaderElection leader = leader(LONG);
		assertThat(leader.runIfLeader(() -> {
			leader.stop();
			assertThat(this.next.isLeader()).isFalse();
			this.events.add("ended");
		})).isTrue();
		await().until(this.next::isLeader);
		assertThat(this.events).contains("ended", "revoked");
	}

	/** Starts a leader, and the next one behind it. */
	private LeaderElection leader(Duration handOverTimeout) {
		CountDownLatch elected = new CountDownLatch(1);
		LeaderElection leader = LeaderElection.of(this.here.service(), "leader")
			.onElected((handle) -> elected.countDown())
			.onRevoked(() -> this.events.add("revoked"))
			.handOverTimeout(handOverTimeout)
			.build();
		this.elections.add(leader);
		leader.start();
		await().until(() -> elected.getCount() == 0);
		this.next.start();
		return leader;
	}

	private Future<Boolean> action(LeaderElection leader, Runnable last) throws InterruptedException {
		Future<Boolean> action = this.threads.submit(() -> leader.runIfLeader(() -> {
			awaitEnd();
			last.run();
		}));
		assertThat(this.begun.await(60, TimeUnit.SECONDS)).isTrue();
		return action;
	}

	private void awaitEnd() {
		this.begun.countDown();
		try {
			assertThat(this.end.await(60, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			this.events.add("interrupted");
		}
	}

	private static LockLostException catchLoss() {
		try {
			LockScope.ensureHeld();
			return null;
		}
		catch (LockLostException ex) {
			return ex;
		}
	}

}
