package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockRequest;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.HeldLease.SentToken;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.TestWaiter;
import io.lockstarter.testsupport.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests sweeps while the lock server does not reply, in virtual time. Each command takes
 * a whole time-out, and its outcome is not known.
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
	void sweepsInAnOutageStayBounded() {
		this.server.unreachable = true;
		for (int i = 0; i < CALLERS; i++) {
			new Caller("k" + i).run();
		}
		this.time.pass(Duration.ofMinutes(1));
		assertThat(this.server.failed).as("attempts that failed").isGreaterThan(CALLERS * 10);
		assertThat(this.sweepers.mostQueued).as("batches that wait for a thread").isLessThanOrEqualTo(2);
		int unconfirmedTokens = this.instance.lanes.sweeper().size();
		assertThat(unconfirmedTokens).as("they end after three ttl").isLessThan(CALLERS * 10);
		this.server.unreachable = false;
		this.sweepers.duration = Duration.ofMillis(1);
		this.time.pass(TTL.dividedBy(4));
		assertThat(this.server.swept).as("each of them once").isBetween(unconfirmedTokens, unconfirmedTokens + CALLERS);
	}

	@Test
	void allUnconfirmedTokensAreRemovedInTheEnd() {
		this.server.unreachable = true;
		for (int i = 0; i < CALLERS; i++) {
			new Caller("k" + i).run();
		}
		this.time.pass(Duration.ofMinutes(5));
		assertThat(this.instance.lanes.size()).isZero();
		assertThat(this.instance.lanes.sweeper().size()).isZero();
		assertThat(this.time.pending()).isZero();
	}

	/** The timer's thread starts a sweep, and many leases must not delay it. */
	@Test
	void sweepDoesNotListTheLanes() throws Exception {
		Hold hold = this.instance.acquire(LockRequest.of("held").withTtl(TTL));
		Lane lane = hold.lane();
		this.instance.lanes.sweep(new SentToken("other", "us:1", TTL.toNanos(), false), 0, 0);
		this.sweepers.duration = Duration.ofMillis(1);
		synchronized (lane) {
			CompletableFuture.runAsync(() -> this.time.pass(Duration.ofMillis(100)), (task) -> new Thread(task).start())
				.get(30, TimeUnit.SECONDS);
			assertThat(this.server.swept).isOne();
		}
		this.time.pass(TTL.multipliedBy(3));
		assertThat(this.instance.isHeld(hold)).as("it is still renewed").isTrue();
	}

	/** One of 50 callers, each on its own key. Each command takes some time. */
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
			AcquireStep step = this.lane.next(this.waiter, time.nanos());
			if (step instanceof Attempt attempt) {
				time.at(time.nanos() + SweepsInAnOutageTests.this.sweepers.duration.toNanos(), () -> {
					SweepsInAnOutageTests.this.instance.commands.acquire(this.lane, attempt);
					run();
				});
			}
			else if (step instanceof AcquireStep.Sleep sleep) {
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
		public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
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
