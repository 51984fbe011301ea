package io.lockstarter.core;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sweeps while the lock server does not answer, in virtual time: each command takes a
 * time-out, and whether it was applied is not known.
 */
@Timeout(60)
class SweepsInAnOutageTests {

	private static final Duration TTL = Duration.ofSeconds(5);

	private static final Duration COMMAND = Duration.ofSeconds(2);

	private static final int CALLERS = 50;

	private final VirtualTime time = new VirtualTime();

	private final Sweepers sweepers = new Sweepers();

	private final Server server = new Server(this.time);

	private final VirtualInstance instance = new VirtualInstance("us", this.time, this.server, this.sweepers);

	@Test
	void whatIsQueuedAndSentStaysBounded() {
		this.server.unreachable = true;
		for (int i = 0; i < CALLERS; i++) {
			new Caller("k" + i).run();
		}
		this.time.pass(Duration.ofMinutes(1));
		assertThat(this.server.failed).as("attempts that failed").isGreaterThan(CALLERS * 10);
		assertThat(this.sweepers.mostQueued).as("batches that wait for a thread").isLessThanOrEqualTo(2);
		int doubts = this.instance.lanes.ledger().doubts();
		assertThat(doubts).as("they end after two ttl").isLessThan(CALLERS * 10);
		this.server.unreachable = false;
		this.sweepers.duration = Duration.ofMillis(1);
		this.time.pass(TTL.dividedBy(4));
		assertThat(this.server.swept).as("each of them once").isBetween(doubts, doubts + CALLERS);
	}

	@Test
	void allDoubtsEnd() {
		this.server.unreachable = true;
		for (int i = 0; i < CALLERS; i++) {
			new Caller("k" + i).run();
		}
		this.time.pass(Duration.ofMinutes(5));
		assertThat(this.instance.lanes.size()).isZero();
		assertThat(this.instance.lanes.ledger().doubts()).isZero();
		assertThat(this.time.pending()).isZero();
	}

	/** The timer's thread does it, so that many leases must not make it late. */
	@Test
	void sweepDoesNotLookIntoTheLanes() throws Exception {
		Hold hold = this.instance.acquire(LockRequest.of("held").withTtl(TTL));
		Lane lane = this.instance.lanes.find("held");
		assertThat(lane).isNotNull();
		this.instance.lanes.sweep(new Release("other", "us:1", 0), TTL.toNanos(), false);
		CompletableFuture<List<Release>> due;
		synchronized (lane) {
			due = CompletableFuture.supplyAsync(() -> this.instance.lanes.ledger().due(this.time.nanos()).sweeps(),
					(task) -> new Thread(task).start());
			assertThat(due.get(30, TimeUnit.SECONDS)).hasSize(1);
		}
		this.time.pass(TTL.multipliedBy(3));
		assertThat(this.instance.isHeld(hold)).as("it is still renewed").isTrue();
	}

	/** One of 50, on its own key; each command takes its time. */
	private final class Caller implements Runnable {

		private final TestWaiter waiter;

		private final Lane lane;

		Caller(String key) {
			VirtualTime time = SweepsInAnOutageTests.this.time;
			this.waiter = new TestWaiter(this, LockRequest.of(key).withTtl(TTL).withWaitTime(Duration.ofSeconds(90)),
					time.nanos());
			this.lane = SweepsInAnOutageTests.this.instance.lanes.ask(this.waiter);
		}

		@Override
		public void run() {
			VirtualTime time = SweepsInAnOutageTests.this.time;
			Step step = this.lane.next(this.waiter, time.nanos());
			if (step instanceof Attempt attempt) {
				time.at(time.nanos() + SweepsInAnOutageTests.this.sweepers.duration.toNanos(), () -> {
					SweepsInAnOutageTests.this.instance.commands.acquire(this.lane, attempt);
					run();
				});
			}
			else if (step instanceof Step.Sleep sleep) {
				time.at(sleep.until(), this);
			}
		}

	}

	/** Two threads that each send one batch at a time. */
	private final class Sweepers implements Executor {

		private final Deque<Runnable> queue = new ArrayDeque<>();

		private Duration duration = COMMAND;

		private int busy;

		private int mostQueued;

		@Override
		public void execute(Runnable task) {
			this.queue.add(task);
			next();
			this.mostQueued = Math.max(this.mostQueued, this.queue.size());
		}

		private void next() {
			VirtualTime time = SweepsInAnOutageTests.this.time;
			Runnable task = (this.busy < 2) ? this.queue.poll() : null;
			if (task != null) {
				this.busy++;
				time.at(time.nanos() + this.duration.toNanos(), () -> {
					task.run();
					this.busy--;
					next();
				});
			}
		}

	}

	private static final class Server extends FaultyStore {

		private int failed;

		private int swept;

		private boolean unreachable;

		Server(VirtualTime time) {
			super(new InMemoryLockStore(time));
		}

		@Override
		public boolean acquire(String key, String token, long ttlMillis) {
			answer();
			return super.acquire(key, token, ttlMillis);
		}

		@Override
		public Contention contend(String key, String token, long ttlMillis, @Nullable Wait wait) {
			answer();
			return super.contend(key, token, ttlMillis, wait);
		}

		@Override
		public List<ReleaseReply> releaseAll(List<Release> batch) {
			answer();
			this.swept += batch.size();
			return super.releaseAll(batch);
		}

		private void answer() {
			if (this.unreachable) {
				this.failed++;
				throw new StoreException(Outcome.UNKNOWN, "time-out", null);
			}
		}

	}

}
