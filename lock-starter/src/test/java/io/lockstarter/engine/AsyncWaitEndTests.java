package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.AsyncLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.WorkerLockStore;
import io.lockstarter.testsupport.VirtualTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests in virtual time how the wait of an asynchronous call ends while it waits for a
 * worker or a reply. No other caller wants its locks, unless a test says so.
 */
class AsyncWaitEndTests {

	private static final Duration WAIT = Duration.ofMillis(50);

	private final VirtualTime time = new VirtualTime();

	private final Server server = new Server();

	private Duration workerDelay = Duration.ZERO;

	private boolean rejects;

	private final AsyncWaiter.Environment instance = instance();

	private AsyncWaiter.Environment instance() {
		Executor soon = (task) -> this.time.at(this.time.nanos(), task);
		Executor workers = (task) -> {
			if (this.rejects) {
				throw new RejectedExecutionException("no thread");
			}
			this.time.at(this.time.nanos() + this.workerDelay.toNanos(), task);
		};
		EngineRuntime runtime = new EngineRuntime(this.time, this.time, soon, soon, workers, soon, soon, soon);
		VirtualEngine engine = new VirtualEngine(new LaneIndex.PerKey(), "one", this.server, LockSettings.DEFAULT,
				new Random(1), List.of(), runtime);
		Events events = new Events(List.of(), List.of(), this.time, soon);
		return new AsyncWaiter.Environment(engine.lanes, engine.commands, runtime,
				new DefaultLockHandle.Factory(engine.commands, engine.releases, events, this.time));
	}

	private CompletableFuture<LockHandle> acquire(int locks) {
		List<LockRequest> requests = Stream.of("a", "b", "c")
			.limit(locks)
			.map((key) -> LockRequest.of(key).withWaitTime(WAIT))
			.toList();
		return new AsyncAcquisition(
				new SeveralLocks(requests.stream().map(LockSettings.DEFAULT::terms).toList(), this.time.nanos()), null,
				this.instance)
			.start();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void replyAfterTheWaitTimeGrantsTheLocks(int locks) {
		this.server.latency = WAIT.multipliedBy(3);
		CompletableFuture<LockHandle> call = acquire(locks);
		this.time.pass(WAIT.multipliedBy(2));
		assertThat(call).isNotDone();
		this.time.pass(WAIT.multipliedBy(2));
		assertThat(call).isCompletedWithValueMatching(LockHandle::isHeld);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void workerThatComesAfterTheWaitTimeAcquiresTheLocks(int locks) {
		this.workerDelay = WAIT.multipliedBy(3);
		CompletableFuture<LockHandle> call = acquire(locks);
		this.time.pass(WAIT.multipliedBy(10));
		assertThat(call).isCompletedWithValueMatching(LockHandle::isHeld);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void lateReplyThatTheLockIsHeldRefusesTheCallAsBusy(int locks) {
		this.server.acquire("a", "other:1", 60_000);
		this.server.latency = WAIT.multipliedBy(3);
		CompletableFuture<LockHandle> call = acquire(locks);
		this.time.pass(WAIT.multipliedBy(20));
		assertThat(call).failsWithin(Duration.ZERO)
			.withThrowableThat()
			.withCauseInstanceOf(LockNotAcquiredException.class);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void missingReplyRefusesTheCallAfterTheMargin(int locks) {
		this.server.latency = Duration.ofMinutes(1);
		CompletableFuture<LockHandle> call = acquire(locks);
		this.time.pass(WAIT.plus(LockStore.CONNECT_MARGIN));
		assertThat(call).failsWithin(Duration.ZERO)
			.withThrowableThat()
			.withCauseInstanceOf(LockServerException.class)
			.withMessageContaining("did not reply in time");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void callForWhichNoThreadStartsIsRefusedAfterTheWaitTime(int locks) {
		this.rejects = true;
		CompletableFuture<LockHandle> call = acquire(locks);
		this.time.pass(WAIT);
		assertThat(call).failsWithin(Duration.ZERO).withThrowableThat().withCauseInstanceOf(LockServerException.class);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void replyToACanceledCallServesTheNextOneAfterItsWaitTime(int locks) {
		this.server.latency = WAIT.multipliedBy(3);
		acquire(locks).cancel(false);
		CompletableFuture<LockHandle> call = acquire(locks);
		this.time.pass(WAIT.multipliedBy(20));
		assertThat(call).isCompletedWithValueMatching(LockHandle::isHeld);
	}

	/** A server whose replies to asynchronous commands take a fixed time. */
	private final class Server extends FaultyStore {

		private Duration latency = Duration.ZERO;

		Server() {
			super(new InMemoryLockStore(AsyncWaitEndTests.this.time));
		}

		@Override
		public AsyncLockStore async(Executor workers) {
			return new WorkerLockStore(this, workers) {

				@Override
				public boolean isReady() {
					return true;
				}

				@Override
				public AsyncLockStore within(long nanos) {
					return this;
				}

				@Override
				public CompletionStage<Boolean> acquire(String key, String token, long ttlMillis) {
					CompletableFuture<Boolean> reply = new CompletableFuture<>();
					boolean won = Server.this.acquire(key, token, ttlMillis);
					AsyncWaitEndTests.this.time.at(AsyncWaitEndTests.this.time.nanos() + Server.this.latency.toNanos(),
							() -> reply.complete(won));
					return reply;
				}

			};
		}

	}

}
