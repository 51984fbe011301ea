package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.LockEvent;
import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Refusals;
import io.lockstarter.store.Contention;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.testsupport.TestTimeouts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Tests errors at unexpected places, replies at the worst time, and threads that cannot
 * be started. No lane stops, nothing is left, and no event is emitted twice.
 */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnexpectedFailureTests {

	/** Without an alarm, neither the watchdog nor the sweeper does anything by itself. */
	private static final MonotonicTimer NO_TIMER = (time, task) -> () -> {
	};

	private final List<LockThreads> open = new ArrayList<>();

	@AfterEach
	void close() {
		this.open.forEach(LockThreads::close);
	}

	private LockEngine engine(ManualClockStore store, LockListener... listeners) {
		return engine(store, store, listeners);
	}

	private LockEngine engine(ManualClockStore store, MonotonicClock clock, LockListener... listeners) {
		return engine(store, clock, NO_TIMER, listeners);
	}

	/** Creates an engine with a timer, which asynchronous waiters need. */
	private LockEngine realTimeEngine(ManualClockStore store, LockListener... listeners) {
		LockThreads threads = new LockThreads(MonotonicClock.system());
		this.open.add(threads);
		return new LockEngine(store, LockSettings.DEFAULT, List.of(listeners), threads);
	}

	private LockEngine engine(ManualClockStore store, MonotonicClock clock, MonotonicTimer timer,
			LockListener... listeners) {
		LockThreads threads = new LockThreads(clock);
		this.open.add(threads);
		return new LockEngine(store, LockSettings.DEFAULT, List.of(listeners), List.of(), runtime(threads, timer));
	}

	private static EngineRuntime runtime(LockThreads threads, MonotonicTimer timer) {
		EngineRuntime real = threads.runtime();
		return new EngineRuntime(real.clock(), timer, real.events(), real.wakeUps(), real.workers(), real.results(),
				real.renewers(), real.sweepers());
	}

	private static EngineRuntime runtime(ManualClockStore store, Executor executor) {
		return new EngineRuntime(store, NO_TIMER, executor, executor, executor, executor, executor, executor);
	}

	/** Returns what the sweeper would remove now. */
	private static List<Release> sweeps(LockEngine engine, ManualClockStore store) {
		return engine.lanes().sweeper().unconfirmedTokens().due(store.nanos());
	}

	/** Returns a request that a busy machine does not let time out. */
	private static LockRequest patient(String key) {
		return LockRequest.of(key).withWaitTime(LockRequest.FOREVER);
	}

	private static LockRequest once(String key) {
		return LockRequest.of(key).withWaitTime(Duration.ZERO);
	}

	@Test
	void unconfirmedTokenIsSweptIfTheWaiterGivesUpBeforeTheScript() {
		ManualClockStore store = new ManualClockStore() {
			@Override
			public synchronized boolean acquire(String key, String token, long ttlMillis) {
				// The command is applied, the connection is lost, and the client replays
				// the command: the key is busy by its own token.
				super.acquire(key, token, ttlMillis);
				this.epoch.incrementAndGet();
				pass(1000);
				return false;
			}
		};
		LockEngine engine = engine(store);
		LockRequest request = LockRequest.of("k").withWaitTime(Duration.ofMillis(500));
		assertThatExceptionOfType(LockException.class).isThrownBy(() -> engine.acquire(request));
		assertThat(store.value("k")).isPresent();
		assertThat(sweeps(engine, store)).extracting(Release::token).containsExactly(store.value("k").orElseThrow());
	}

	@Test
	void tryOnceEndsIfEveryReplyIsTooLate() {
		AtomicBoolean stop = new AtomicBoolean();
		ManualClockStore store = new ManualClockStore() {
			@Override
			public synchronized boolean acquire(String key, String token, long ttlMillis) {
				boolean acquired = super.acquire(key, token, ttlMillis);
				pass(60);
				if (this.acquires > 100) {
					stop.set(true);
					throw new StoreException(Outcome.REFUSED, "enough", null);
				}
				return acquired;
			}
		};
		assertThatExceptionOfType(LockException.class)
			.isThrownBy(() -> engine(store).acquire(once("k").withTtl(Duration.ofMillis(50))));
		assertThat(store.acquires).isLessThanOrEqualTo(2);
	}

	@Test
	void minHoldSurvivesAFailedReleaseWhoseTokenTheNextCallerFinds() {
		AtomicBoolean fail = new AtomicBoolean(true);
		ManualClockStore store = new ManualClockStore() {
			@Override
			public synchronized ReleaseReply release(Release release) {
				if (fail.getAndSet(false)) {
					throw new StoreException(Outcome.UNKNOWN, "time-out", null);
				}
				return super.release(release);
			}
		};
		LockEngine engine = engine(store);
		engine.acquire(once("job").withMinHold(Duration.ofSeconds(20))).release();
		// It finds our old token, and lets it be swept.
		contendOnce(engine, store);
		store.releaseAll(sweeps(engine, store));
		assertThat(store.value("job")).contains(Release.TOMBSTONE);
	}

	private static void contendOnce(LockEngine engine, ManualClockStore store) {
		LaneRegistry lanes = engine.lanes();
		// Passes the reply of a busy script to the lane.
		Lane lane = new Lane("job", lanes);
		ThreadWaiter waiter = new ThreadWaiter(LockSettings.DEFAULT.terms(LockRequest.of("job")), store.nanos());
		lane.ask(waiter, store.nanos());
		Commands commands = new Commands(store, runtime(store, Runnable::run));
		for (int i = 0; i < 2 && lane.next(waiter, store.nanos()) instanceof Attempt attempt; i++) {
			commands.acquire(lane, attempt);
		}
		lane.abandon(waiter, Refusals.cancelled("job"));
	}

	@Test
	void failedReleaseOfAnExtendedLeaseIsRepeatedUntilTheKeyExpires() {
		ManualClockStore store = new ManualClockStore() {
			@Override
			public synchronized ReleaseReply release(Release release) {
				return ReleaseReply.FAILED;
			}
		};
		LockEngine engine = engine(store);
		LockHandle handle = engine.acquire(once("k").withTtl(Duration.ofSeconds(1)));
		handle.extend(Duration.ofHours(1));
		handle.release();
		for (int i = 0; i < 20; i++) {
			List<Release> sweeps = sweeps(engine, store);
			engine.lanes().sweeper().unconfirmedTokens().swept(sweeps, store.releaseAll(sweeps), store.nanos());
			store.pass(500);
		}
		assertThat(store.value("k")).isPresent();
		assertThat(engine.lanes().sweeper().size()).isEqualTo(1);
	}

	@Test
	void errorOfTheStoreEndsAnAsynchronousAttempt() {
		AtomicBoolean fail = new AtomicBoolean(true);
		ManualClockStore store = new ManualClockStore() {
			@Override
			public synchronized boolean acquire(String key, String token, long ttlMillis) {
				if (fail.getAndSet(false)) {
					throw new OutOfMemoryError("Direct buffer memory");
				}
				return super.acquire(key, token, ttlMillis);
			}
		};
		LockEngine engine = realTimeEngine(store);
		CompletableFuture<LockHandle> future = engine.acquireAsync(patient("k"));
		assertThatThrownBy(() -> future.get(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS))
			.isInstanceOf(ExecutionException.class);
		assertThat(engine.tryAcquire("k")).isPresent();
	}

	@Test
	void interruptedCallerWithAnExpiredGrantLeavesTheQueue() {
		AtomicInteger calls = new AtomicInteger();
		AtomicBoolean paused = new AtomicBoolean();
		ManualClockStore store = new ManualClockStore() {
			@Override
			public synchronized boolean acquire(String key, String token, long ttlMillis) {
				boolean acquired = super.acquire(key, token, ttlMillis);
				calls.set(0);
				if (paused.get()) {
					Thread.currentThread().interrupt();
				}
				return acquired;
			}
		};
		// The process stops for a minute after the grant, before the interrupt is seen.
		MonotonicClock clock = () -> {
			if (paused.get() && calls.incrementAndGet() == 2) {
				paused.set(false);
				store.pass(60_000);
			}
			return store.nanos();
		};
		LockEngine engine = engine(store, clock);
		paused.set(true);
		calls.set(-100);
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> engine.acquire(LockRequest.of("k")));
		assertThat(Thread.interrupted()).isTrue();
		assertThat(engine.lanes().size()).isZero();
	}

	@Test
	void holdIsNotHandedOnAfterItsTokenWasSwept() {
		ManualClockStore store = new ManualClockStore();
		AtomicInteger fail = new AtomicInteger(2);
		LockEngine engine = engine(store, store, (time, task) -> {
			if (fail.getAndDecrement() > 0) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			return () -> {
			};
		});
		try {
			engine.acquire(LockRequest.of("k"));
		}
		catch (OutOfMemoryError ex) {
			// A container continues after this error.
		}
		// The sweeper removes the token of the failed attempt.
		store.releaseAll(sweeps(engine, store));
		LockHandle again = engine.acquire(LockRequest.of("k"));
		assertThat(again.isHeld()).isTrue();
		assertThat(store.value("k")).contains(again.token());
	}

	@Test
	void laneSurvivesAFailureToReportALoss() {
		ManualClockStore store = new ManualClockStore();
		Executor exhausted = (task) -> {
			throw new OutOfMemoryError("unable to create native thread");
		};
		LaneRegistry lanes = new VirtualEngine(new LaneIndex.PerKey(), "i", store, LockSettings.DEFAULT, new Random(1),
				List.of(), runtime(store, exhausted)).lanes;
		ThreadWaiter waiter = new ThreadWaiter(LockSettings.DEFAULT.terms(LockRequest.of("k")), store.nanos());
		waiter.acquire(lanes, new Commands(store, runtime(store, Runnable::run)), store);
		assertThat(waiter.hold()).isNotNull();
		store.pass(40_000);
		try {
			lanes.watchdog().check(store.nanos());
		}
		catch (OutOfMemoryError ex) {
			// It is logged.
		}
		assertThat(lanes.size()).isZero();
	}

	@Test
	void watchdogChecksAgainAfterATimerFailure() {
		AtomicInteger fail = new AtomicInteger(1);
		AtomicInteger alarms = new AtomicInteger();
		MonotonicTimer timer = (time, task) -> {
			if (fail.getAndDecrement() > 0) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			alarms.incrementAndGet();
			return () -> {
			};
		};
		ManualClockStore store = new ManualClockStore();
		LockEngine engine = engine(store, store, timer);
		try {
			engine.acquire(LockRequest.of("a"));
		}
		catch (OutOfMemoryError ex) {
			// No thread can be started for a moment.
		}
		store.pass(5);
		engine.acquire(LockRequest.of("b"));
		assertThat(alarms.get()).isPositive();
	}

	@Test
	void errorOfAListenerLeavesNoHoldBehind() {
		ManualClockStore store = new ManualClockStore();
		LockEngine engine = engine(store, new LockListener() {
			@Override
			public void acquired(LockEvent.Acquired event) {
				throw new StackOverflowError();
			}
		});
		try {
			engine.acquire(LockRequest.of("k")).release();
		}
		catch (StackOverflowError ex) {
			// Both outcomes are allowed.
		}
		assertThat(engine.lanes().holds()).isEmpty();
	}

	@Test
	@SuppressWarnings("UnsynchronizedOverridesSynchronized")
	void asynchronousWaitIsBoundedByOneCommandTimeout() {
		ManualClockStore store = new ManualClockStore() {
			@Override
			public boolean acquire(String key, String token, long ttlMillis) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
				throw new StoreException(Outcome.UNKNOWN, "time-out", null);
			}

			@Override
			public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
				acquire(key, token, ttlMillis);
				return Contention.WON;
			}
		};
		LockEngine engine = realTimeEngine(store);
		long start = System.nanoTime();
		CompletableFuture<?>[] all = new CompletableFuture<?>[200];
		for (int i = 0; i < all.length; i++) {
			all[i] = engine.acquireAsync(LockRequest.of("k" + i).withWaitTime(Duration.ofMillis(200)))
				.handle((handle, failure) -> "done");
		}
		CompletableFuture.allOf(all).join();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).as("15 s if the commands ran one after the other")
			.isLessThan(Duration.ofSeconds(12));
	}

	@Test
	void asynchronousRequestAfterShutdownIsRefused() {
		ManualClockStore store = new ManualClockStore();
		LockEngine engine = engine(store);
		engine.close(Duration.ZERO);
		this.open.get(0).close();
		CompletableFuture<LockHandle> future = engine.acquireAsync(LockRequest.of("k"));
		assertThatThrownBy(() -> future.get(30, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
	}

	@Test
	void continuationThatWaitsForAnotherLockDoesNotBlockTheWorkers() {
		ManualClockStore store = new ManualClockStore();
		LockEngine engine = realTimeEngine(store);
		CompletableFuture<?>[] all = new CompletableFuture<?>[4];
		CountDownLatch inside = new CountDownLatch(4);
		// Slow enough that the continuations are registered first.
		for (int i = 0; i < all.length; i++) {
			String inner = "inner" + i;
			engine.acquire(LockRequest.of("outer" + i));
			LockHandle held = engine.acquire(LockRequest.of("outer" + i));
			CompletableFuture<LockHandle> outer = engine.acquireAsync(patient("outer" + i));
			all[i] = outer.thenAccept((handle) -> {
				inside.countDown();
				try {
					inside.await();
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
				engine.acquireAsync(patient(inner)).join();
			});
			engine.release("outer" + i, held.token());
		}
		assertThat(CompletableFuture.allOf(all)).succeedsWithin(TestTimeouts.LIMIT);
	}

	@Test
	void tryLockTakesTheLongestTime() throws InterruptedException {
		Lock lock = engine(new ManualClockStore()).asLock("k");
		assertThat(lock.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
	}

	@Test
	void minHoldSurvivesShutdownWhenTheWatchdogIsFaster() {
		ManualClockStore store = new ManualClockStore();
		AtomicReference<@Nullable LockEngine> watched = new AtomicReference<>();
		LockEngine engine = engine(store, store, (time, task) -> {
			LockEngine started = watched.get();
			if (time <= store.nanos() && started != null) {
				store.releaseAll(sweeps(started, store));
			}
			return () -> {
			};
		});
		watched.set(engine);
		engine.acquire(LockRequest.of("job").withMinHold(Duration.ofSeconds(20)));
		engine.close(Duration.ZERO);
		assertThat(store.value("job")).contains(Release.TOMBSTONE);
	}

	@Test
	void minHoldOfAFailedReleaseSurvivesShutdown() {
		AtomicBoolean fail = new AtomicBoolean(true);
		ManualClockStore store = new ManualClockStore() {
			@Override
			public synchronized ReleaseReply release(Release release) {
				return fail.getAndSet(false) ? ReleaseReply.FAILED : super.release(release);
			}
		};
		LockEngine engine = engine(store);
		engine.acquire(LockRequest.of("job").withMinHold(Duration.ofSeconds(20))).release();
		engine.close(Duration.ZERO);
		assertThat(store.value("job")).contains(Release.TOMBSTONE);
	}

	@Test
	void errorOfOneLossActionDoesNotHideTheLossFromOthers() throws Exception {
		ManualClockStore store = new ManualClockStore();
		CompletableFuture<LockLostException.Reason> lossReported = new CompletableFuture<>();
		LockEngine engine = engine(store, new LockListener() {
			@Override
			public void lost(LockEvent.Lost event) {
				lossReported.complete(event.reason());
			}
		});
		LockHandle handle = engine.acquire(LockRequest.of("k"));
		handle.onLost(() -> {
			throw new StackOverflowError();
		});
		engine.release("k", handle.token());
		assertThat(lossReported.get(30, TimeUnit.SECONDS)).isEqualTo(LockLostException.Reason.RELEASED_BY_TOKEN);
	}

	@Test
	void undeliveredHoldIsNotKeptForMinHold() {
		ManualClockStore store = new ManualClockStore() {
			@Override
			public synchronized boolean acquire(String key, String token, long ttlMillis) {
				Thread.currentThread().interrupt();
				return super.acquire(key, token, ttlMillis);
			}
		};
		LockEngine engine = engine(store);
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> engine.acquire(LockRequest.of("job").withMinHold(Duration.ofHours(1))));
		assertThat(Thread.interrupted()).isTrue();
		store.releaseAll(sweeps(engine, store));
		assertThat(store.value("job")).isEmpty();
	}

	@Test
	void unconfirmedTokenStaysUnconfirmedWhenItIsFoundAgain() {
		ManualClockStore store = new ManualClockStore();
		UnconfirmedTokens unconfirmedTokens = new UnconfirmedTokens();
		unconfirmedTokens.add(new Release("k", "t", 0), TimeUnit.SECONDS.toNanos(30), true, store.nanos());
		// A busy script reports the same token.
		unconfirmedTokens.add(new Release("k", "t", 0), TimeUnit.SECONDS.toNanos(29), false, store.nanos());
		List<Release> due = unconfirmedTokens.due(store.nanos());
		unconfirmedTokens.swept(due, store.releaseAll(due), store.nanos());
		assertThat(unconfirmedTokens.size()).isEqualTo(1);
	}

	@Test
	void nothingIsGrantedAfterShutdown() {
		ManualClockStore store = new ManualClockStore();
		LockEngine engine = engine(store);
		LaneRegistry lanes = engine.lanes();
		Commands commands = new Commands(store, runtime(store, Runnable::run));
		ThreadWaiter waiter = new ThreadWaiter(LockSettings.DEFAULT.terms(LockRequest.of("k")), store.nanos());
		Lane lane = lanes.ask(waiter);
		AcquireStep step = lane.next(waiter, store.nanos());
		commands.acquire(lane, (Attempt) step);
		// Granted, but the thread has not noticed it yet.
		engine.close(Duration.ZERO);
		assertThat(lane.next(waiter, store.nanos())).isEqualTo(AcquireStep.SETTLED);
	}

	@Test
	void asynchronousWaiterSurvivesAFailureToStartAWorker() {
		ManualClockStore store = new ManualClockStore();
		LockThreads threads = new LockThreads(MonotonicClock.system());
		this.open.add(threads);
		LockEngine engine = new LockEngine(store, LockSettings.DEFAULT, List.of(), threads);
		LaneRegistry lanes = engine.lanes();
		AtomicInteger runs = new AtomicInteger();
		LockHandle held = engine.acquire(LockRequest.of("k"));
		AsyncWaiter waiter = new AsyncWaiter(new Object(), LockSettings.DEFAULT.terms(patient("k")),
				new AsyncWaiter.Environment(lanes, commands(store, threads), workers(threads, (task) -> {
					// The second run is the one after the holder's release.
					if (runs.incrementAndGet() == 2) {
						throw new OutOfMemoryError("unable to create native thread");
					}
					threads.runtime().workers().execute(task);
				}), handles(store, threads, lanes)));
		CompletableFuture<LockHandle> future = waiter.start();
		await().until(() -> threads.runtime().workers() instanceof ThreadPoolExecutor pool
				&& pool.getCompletedTaskCount() == 1);
		try {
			held.release();
		}
		catch (OutOfMemoryError ex) {
			// The error belongs to the waiter, not to this caller.
		}
		assertThat(future).succeedsWithin(TestTimeouts.LIMIT).satisfies(LockHandle::close);
	}

	private static DefaultLockHandle.Factory handles(ManualClockStore store, LockThreads threads, LaneRegistry lanes) {
		EngineRuntime runtime = workers(threads, Runnable::run);
		Events events = new Events(List.of(), List.of(), threads.clock(), Runnable::run);
		Commands commands = commands(store, threads);
		return new DefaultLockHandle.Factory(commands,
				new Releases(store, commands, runtime, events, lanes.claimHandOff()), events, threads.clock());
	}

	private static Commands commands(ManualClockStore store, LockThreads threads) {
		return new Commands(store, workers(threads, Runnable::run));
	}

	private static EngineRuntime workers(LockThreads threads, Executor workers) {
		EngineRuntime real = threads.runtime();
		return new EngineRuntime(real.clock(), real.timer(), real.events(), real.wakeUps(), workers, real.results(),
				real.renewers(), real.sweepers());
	}

	@Test
	void asynchronousWaiterThatFailsToStartLeavesTheQueue() {
		ManualClockStore store = new ManualClockStore();
		LockThreads threads = new LockThreads(MonotonicClock.system());
		this.open.add(threads);
		LockEngine engine = new LockEngine(store, LockSettings.DEFAULT, List.of(), threads);
		AsyncWaiter waiter = new AsyncWaiter(new Object(), LockSettings.DEFAULT.terms(LockRequest.of("k")),
				new AsyncWaiter.Environment(engine.lanes(), commands(store, threads), runtime(threads, (time, task) -> {
					throw new OutOfMemoryError("unable to create native thread");
				}), handles(store, threads, engine.lanes())));
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(waiter::start);
		assertThat(engine.entries()).isZero();
	}

	@Test
	void failureToReadTheEpochDoesNotStopTheLane() {
		AtomicInteger epochs = new AtomicInteger();
		ManualClockStore store = new ManualClockStore() {
			@Override
			public synchronized boolean acquire(String key, String token, long ttlMillis) {
				if (this.acquires++ == 0) {
					throw new StoreException(Outcome.NOT_APPLIED, "stopping", null);
				}
				return super.acquire(key, token, ttlMillis);
			}

			@Override
			public long epoch() {
				if (epochs.incrementAndGet() == 2) {
					throw new IllegalStateException("the connection factory is stopping");
				}
				return super.epoch();
			}
		};
		LockEngine engine = engine(store);
		assertThatExceptionOfType(LockException.class).isThrownBy(() -> engine.tryAcquire("k"));
		assertThat(engine.lanes().size()).isZero();
		assertThat(engine.tryAcquire("k")).isPresent();
	}

	@Test
	void errorInTheExtensionOfANestedRequestKeepsTheOuterHold() {
		ManualClockStore store = new ManualClockStore() {
			@Override
			public synchronized List<RenewReply> renew(List<Renewal> batch) {
				throw new OutOfMemoryError("Direct buffer memory");
			}
		};
		LockEngine engine = engine(store);
		LockHandle outer = engine.acquire("k");
		assertThatExceptionOfType(OutOfMemoryError.class)
			.isThrownBy(() -> engine.acquire(LockRequest.of("k").withTtl(Duration.ofMinutes(5))));
		assertThat(outer.isHeld()).isTrue();
		outer.close();
		assertThat(engine.entries()).isZero();
	}

	@Test
	void errorBeforeAReleaseIsSentDoesNotStopTheLane() {
		AtomicBoolean fail = new AtomicBoolean();
		ManualClockStore store = new ManualClockStore() {
			@Override
			public long epoch() {
				if (fail.getAndSet(false)) {
					throw new StackOverflowError();
				}
				return super.epoch();
			}
		};
		LockEngine engine = engine(store);
		LockHandle handle = engine.acquire(LockRequest.of("k"));
		fail.set(true);
		try {
			handle.release();
		}
		catch (StackOverflowError ex) {
			// As deep in a recursion.
		}
		assertThat(engine.lanes().size()).isZero();
	}

	@Test
	void unconfirmedTokensAreBoundedInAnOutage() {
		ManualClockStore store = new ManualClockStore() {
			@Override
			public synchronized boolean acquire(String key, String token, long ttlMillis) {
				throw new StoreException(Outcome.UNKNOWN, "connection reset", null);
			}
		};
		LockEngine engine = engine(store);
		LockRequest request = once("k").withTtl(Duration.ofDays(1));
		for (int i = 0; i < 50_000; i++) {
			try {
				engine.acquire(request);
			}
			catch (LockException ex) {
				store.pass(1);
			}
		}
		assertThat(engine.lanes().sweeper().size()).isLessThanOrEqualTo(10_000);
	}

	@Test
	void continuationsThatWaitForEachOtherEnd() {
		ManualClockStore store = new ManualClockStore();
		LockEngine engine = realTimeEngine(store);
		CompletableFuture<?>[] all = new CompletableFuture<?>[4];
		CountDownLatch inside = new CountDownLatch(4);
		for (int i = 0; i < all.length; i++) {
			LockHandle held = engine.acquire(LockRequest.of("outer" + i));
			all[i] = engine.acquireAsync(patient("outer" + i)).thenAccept((handle) -> {
				inside.countDown();
				try {
					inside.await();
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
			});
			engine.release("outer" + i, held.token());
		}
		assertThat(CompletableFuture.allOf(all)).succeedsWithin(TestTimeouts.LIMIT);
	}

}
