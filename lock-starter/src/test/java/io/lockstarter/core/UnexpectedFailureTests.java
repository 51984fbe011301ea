package io.lockstarter.core;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;
import io.lockstarter.store.Contention;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.Timer;
import io.lockstarter.testsupport.Patience;
import io.lockstarter.watchdog.Watchdog;
import io.lockstarter.store.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Errors where nobody expects one, replies at the worst moment, threads that cannot be
 * had: no lane stops, nothing is left, nothing is told twice.
 */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnexpectedFailureTests {

	private final List<LockThreads> open = new ArrayList<>();

	@AfterEach
	void close() {
		this.open.forEach(LockThreads::close);
	}

	private LockEngine engine(HandmadeStore store, LockListener... listeners) {
		return engine(store, store, listeners);
	}

	private LockEngine engine(HandmadeStore store, MonotonicClock clock, LockListener... listeners) {
		LockThreads threads = new LockThreads(clock);
		this.open.add(threads);
		return new LockEngine(store, LockSettings.DEFAULT, List.of(listeners), threads);
	}

	private static LockRequest once(String key) {
		return LockRequest.of(key).withWaitTime(Duration.ZERO);
	}

	@Test
	void tokenThatMayHaveBeenAppliedIsSweptWhenTheWaiterGivesUpBeforeTheScript() {
		HandmadeStore store = new HandmadeStore() {
			@Override
			public synchronized boolean acquire(String key, String token, long ttlMillis) {
				// Applied, connection lost, replayed by the client: "busy" by its own
				// token.
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
		assertThat(engine.leases().due(store.nanos()).sweeps()).extracting(Release::token)
			.containsExactly(store.value("k").orElseThrow());
	}

	@Test
	void tryOnceEndsWhenEveryReplyComesTooLate() {
		AtomicBoolean stop = new AtomicBoolean();
		HandmadeStore store = new HandmadeStore() {
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
	void minHoldSurvivesAFailedReleaseThatTheNextCallerFindsAsLeftover() {
		AtomicBoolean fail = new AtomicBoolean(true);
		HandmadeStore store = new HandmadeStore() {
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
		// It finds our old token, and asks for it to be swept.
		contendOnce(engine, store);
		store.releaseAll(engine.leases().due(store.nanos()).sweeps());
		assertThat(store.value("job")).contains(Release.TOMBSTONE);
	}

	private static void contendOnce(LockEngine engine, HandmadeStore store) {
		Lanes lanes = engine.lanes();
		// The reply of a busy script, as the lane takes it.
		Lane lane = new Lane("job", lanes);
		ThreadWaiter waiter = new ThreadWaiter(Terms.of(LockRequest.of("job"), LockSettings.DEFAULT), store.nanos());
		lane.ask(waiter, store.nanos());
		Commands commands = new Commands(store, store, Runnable::run);
		for (int i = 0; i < 2 && lane.next(waiter, store.nanos()) instanceof Attempt attempt; i++) {
			commands.acquire(lane, attempt);
		}
		lane.abandon(waiter, Refusals.cancelled("job"));
	}

	@Test
	void failedReleaseOfAnExtendedLeaseIsRepeatedForAsLongAsTheKeyLasts() {
		HandmadeStore store = new HandmadeStore() {
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
			List<Release> sweeps = engine.leases().due(store.nanos()).sweeps();
			engine.leases().swept(sweeps, store.releaseAll(sweeps));
			store.pass(500);
		}
		assertThat(store.value("k")).isPresent();
		assertThat(engine.lanes().ledger().doubts()).isEqualTo(1);
	}

	@Test
	void errorOfTheStoreEndsAnAsynchronousAttempt() {
		AtomicBoolean fail = new AtomicBoolean(true);
		HandmadeStore store = new HandmadeStore() {
			@Override
			public synchronized boolean acquire(String key, String token, long ttlMillis) {
				if (fail.getAndSet(false)) {
					throw new OutOfMemoryError("Direct buffer memory");
				}
				return super.acquire(key, token, ttlMillis);
			}
		};
		LockEngine engine = engine(store, MonotonicClock.system());
		CompletableFuture<LockHandle> future = engine
			.acquireAsync(LockRequest.of("k").withWaitTime(Duration.ofSeconds(1)))
			.toCompletableFuture();
		assertThatThrownBy(() -> future.get(3, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
		assertThat(engine.tryAcquire("k")).isPresent();
	}

	@Test
	void callerWhoIsInterruptedWithAGrantThatRanOutLeavesNothingInTheQueue() {
		AtomicInteger calls = new AtomicInteger();
		AtomicBoolean paused = new AtomicBoolean();
		HandmadeStore store = new HandmadeStore() {
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
	void holdIsNotGivenOnAfterItsTokenWasSwept() {
		HandmadeStore store = new HandmadeStore();
		LockEngine engine = engine(store);
		AtomicInteger fail = new AtomicInteger(2);
		engine.leases().keptBy((time) -> {
			if (fail.getAndDecrement() > 0) {
				throw new OutOfMemoryError("unable to create native thread");
			}
		});
		try {
			engine.acquire(LockRequest.of("k"));
		}
		catch (OutOfMemoryError ex) {
			// A container goes on after this.
		}
		// The watchdog removes what the failed attempt left.
		store.releaseAll(engine.leases().due(store.nanos()).sweeps());
		LockHandle again = engine.acquire(LockRequest.of("k"));
		assertThat(again.isHeld()).isTrue();
		assertThat(store.value("k")).contains(again.token());
	}

	@Test
	void laneSurvivesThatNobodyCanBeToldOfALoss() {
		HandmadeStore store = new HandmadeStore();
		Executor exhausted = (task) -> {
			throw new OutOfMemoryError("unable to create native thread");
		};
		Lanes lanes = new Lanes(store, LockSettings.DEFAULT, new Tokens("i", InstantSource.system()),
				new Backoff(RetrySettings.DEFAULT, new Random(1)), store, new Listeners(List.of()),
				new Lanes.Helpers(exhausted, exhausted, exhausted));
		BlockingDriver driver = new BlockingDriver(lanes, new Commands(store, store, Runnable::run), store);
		ThreadWaiter waiter = new ThreadWaiter(Terms.of(LockRequest.of("k"), LockSettings.DEFAULT), store.nanos());
		driver.acquire(waiter);
		assertThat(waiter.hold()).isNotNull();
		store.pass(40_000);
		try {
			lanes.ledger().due(store.nanos());
		}
		catch (OutOfMemoryError ex) {
			// It is logged.
		}
		assertThat(lanes.size()).isZero();
	}

	@Test
	void watchdogLooksAgainAfterTheTimerFailed() {
		AtomicInteger fail = new AtomicInteger(1);
		AtomicInteger alarms = new AtomicInteger();
		Timer timer = (time, task) -> {
			if (fail.getAndDecrement() > 0) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			alarms.incrementAndGet();
			return () -> {
			};
		};
		HandmadeStore store = new HandmadeStore();
		LockEngine engine = engine(store);
		new Watchdog(engine.leases(), store, store, timer, Runnable::run, Runnable::run);
		try {
			engine.acquire(LockRequest.of("a"));
		}
		catch (OutOfMemoryError ex) {
			// No thread to be had, for a moment.
		}
		store.pass(5);
		engine.acquire(LockRequest.of("b"));
		assertThat(alarms.get()).isPositive();
	}

	@Test
	void errorOfAListenerLeavesNoHoldBehind() {
		HandmadeStore store = new HandmadeStore();
		LockEngine engine = engine(store, new LockListener() {
			@Override
			public void acquired(LockRequest request, String token, Duration waited) {
				throw new StackOverflowError();
			}
		});
		try {
			engine.acquire(LockRequest.of("k")).release();
		}
		catch (StackOverflowError ex) {
			// Either is fine.
		}
		assertThat(engine.lanes().holds()).isEmpty();
	}

	@Test
	@SuppressWarnings("UnsynchronizedOverridesSynchronized")
	void asynchronousWaitIsBoundedByOneCommandTimeout() {
		HandmadeStore store = new HandmadeStore() {
			@Override
			public boolean acquire(String key, String token, long ttlMillis) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
				throw new StoreException(Outcome.UNKNOWN, "time-out", null);
			}

			@Override
			public Contention contend(String key, String token, long ttlMillis, @Nullable Wait wait) {
				acquire(key, token, ttlMillis);
				return Contention.WON;
			}
		};
		LockEngine engine = engine(store, MonotonicClock.system());
		long start = System.nanoTime();
		CompletableFuture<?>[] all = new CompletableFuture<?>[200];
		for (int i = 0; i < all.length; i++) {
			all[i] = engine.acquireAsync(LockRequest.of("k" + i).withWaitTime(Duration.ofMillis(200)))
				.toCompletableFuture()
				.handle((handle, failure) -> "done");
		}
		CompletableFuture.allOf(all).join();
		assertThat(Duration.ofNanos(System.nanoTime() - start))
			.as("one after the other on few threads, it would be 15 s")
			.isLessThan(Duration.ofSeconds(12));
	}

	@Test
	void asynchronousRequestAfterTheEndIsRefused() {
		HandmadeStore store = new HandmadeStore();
		LockEngine engine = engine(store);
		engine.close(Duration.ZERO);
		this.open.get(0).close();
		CompletableFuture<LockHandle> future = engine.acquireAsync(LockRequest.of("k")).toCompletableFuture();
		assertThatThrownBy(() -> future.get(30, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
	}

	@Test
	void continuationThatWaitsForAnotherLockDoesNotStopTheWorkers() {
		HandmadeStore store = new HandmadeStore();
		LockEngine engine = engine(store, MonotonicClock.system());
		CompletableFuture<?>[] all = new CompletableFuture<?>[4];
		CountDownLatch inside = new CountDownLatch(4);
		// Slow enough that the continuations are registered first.
		for (int i = 0; i < all.length; i++) {
			String inner = "inner" + i;
			engine.acquire(LockRequest.of("outer" + i));
			LockHandle held = engine.acquire(LockRequest.of("outer" + i));
			CompletableFuture<LockHandle> outer = engine.acquireAsync(LockRequest.of("outer" + i))
				.toCompletableFuture();
			all[i] = outer.thenAccept((handle) -> {
				inside.countDown();
				try {
					inside.await();
				}
				catch (InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
				engine.acquireAsync(LockRequest.of(inner)).toCompletableFuture().join();
			});
			engine.release("outer" + i, held.token());
		}
		assertThat(CompletableFuture.allOf(all)).succeedsWithin(Patience.LIMIT);
	}

	@Test
	void tryLockTakesTheLongestTime() throws InterruptedException {
		Lock lock = engine(new HandmadeStore()).asLock("k");
		assertThat(lock.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
	}

	@Test
	void minHoldSurvivesShutdownWhenTheWatchdogIsFaster() {
		HandmadeStore store = new HandmadeStore();
		LockEngine engine = engine(store);
		engine.leases().keptBy((time) -> {
			if (time <= store.nanos()) {
				store.releaseAll(engine.leases().due(store.nanos()).sweeps());
			}
		});
		engine.acquire(LockRequest.of("job").withMinHold(Duration.ofSeconds(20)));
		engine.close(Duration.ZERO);
		assertThat(store.value("job")).contains(Release.TOMBSTONE);
	}

	@Test
	void minHoldOfAFailedReleaseSurvivesShutdown() {
		AtomicBoolean fail = new AtomicBoolean(true);
		HandmadeStore store = new HandmadeStore() {
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
		HandmadeStore store = new HandmadeStore();
		CompletableFuture<LossCause> told = new CompletableFuture<>();
		LockEngine engine = engine(store, new LockListener() {
			@Override
			public void lost(LockRequest request, String token, LossCause cause) {
				told.complete(cause);
			}
		});
		LockHandle handle = engine.acquire(LockRequest.of("k"));
		handle.onLost(() -> {
			throw new StackOverflowError();
		});
		engine.release("k", handle.token());
		assertThat(told.get(30, TimeUnit.SECONDS)).isEqualTo(LossCause.RELEASED_BY_TOKEN);
	}

	@Test
	void callerWhoNeverGotTheLockDoesNotKeepItForMinHold() {
		HandmadeStore store = new HandmadeStore() {
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
		store.releaseAll(engine.leases().due(store.nanos()).sweeps());
		assertThat(store.value("job")).isEmpty();
	}

	@Test
	void leftoverDoubtStaysLateWhenItIsFoundAgain() {
		HandmadeStore store = new HandmadeStore();
		Doubts doubts = new Doubts();
		doubts.add(new Release("k", "t", 0), TimeUnit.SECONDS.toNanos(30), true, store.nanos());
		// What a busy script reports of the same token.
		doubts.add(new Release("k", "t", 0), TimeUnit.SECONDS.toNanos(29), false, store.nanos());
		List<Release> due = doubts.due(store.nanos());
		doubts.swept(due, store.releaseAll(due), store.nanos());
		assertThat(doubts.size()).isEqualTo(1);
	}

	@Test
	void nothingIsGrantedAfterTheEnd() {
		HandmadeStore store = new HandmadeStore();
		LockEngine engine = engine(store);
		Lanes lanes = engine.lanes();
		Commands commands = new Commands(store, store, Runnable::run);
		ThreadWaiter waiter = new ThreadWaiter(Terms.of(LockRequest.of("k"), LockSettings.DEFAULT), store.nanos());
		Lane lane = lanes.ask(waiter);
		Step step = lane.next(waiter, store.nanos());
		commands.acquire(lane, (Attempt) step);
		// Granted, not yet seen by its thread.
		engine.close(Duration.ZERO);
		assertThat(lane.next(waiter, store.nanos())).isEqualTo(Step.SETTLED);
	}

	@Test
	void asynchronousWaiterSurvivesThatNoWorkerCouldBeStarted() {
		HandmadeStore store = new HandmadeStore();
		LockThreads threads = new LockThreads(MonotonicClock.system());
		this.open.add(threads);
		LockEngine engine = new LockEngine(store, LockSettings.DEFAULT, List.of(), threads);
		Lanes lanes = engine.lanes();
		AtomicInteger runs = new AtomicInteger();
		LockHandle held = engine.acquire(LockRequest.of("k"));
		AsyncWaiter waiter = new AsyncWaiter(
				Terms.of(LockRequest.of("k").withWaitTime(Duration.ofSeconds(1)), LockSettings.DEFAULT),
				new AsyncWaiter.Environment(lanes, new Commands(store, threads.clock(), Runnable::run), threads.clock(),
						threads, (task) -> {
							// The second run is the one after the holder's release.
							if (runs.incrementAndGet() == 2) {
								throw new OutOfMemoryError("unable to create native thread");
							}
							threads.workers().execute(task);
						}, threads.results(), handles(store, threads)));
		CompletableFuture<LockHandle> future = waiter.start();
		await().until(() -> threads.workers() instanceof ThreadPoolExecutor pool && pool.getCompletedTaskCount() == 1);
		try {
			held.release();
		}
		catch (OutOfMemoryError ex) {
			// It concerns the waiter, not this caller.
		}
		assertThat(future).succeedsWithin(Patience.LIMIT).satisfies(LockHandle::close);
	}

	private static Handles handles(HandmadeStore store, LockThreads threads) {
		return new Handles(new Commands(store, threads.clock(), Runnable::run), threads.clock(),
				new Listeners(List.of()), Runnable::run);
	}

	@Test
	void asynchronousWaiterThatCannotBeStartedLeavesTheQueue() {
		HandmadeStore store = new HandmadeStore();
		LockThreads threads = new LockThreads(MonotonicClock.system());
		this.open.add(threads);
		LockEngine engine = new LockEngine(store, LockSettings.DEFAULT, List.of(), threads);
		AsyncWaiter waiter = new AsyncWaiter(Terms.of(LockRequest.of("k"), LockSettings.DEFAULT),
				new AsyncWaiter.Environment(engine.lanes(), new Commands(store, threads.clock(), Runnable::run),
						threads.clock(), (time, task) -> {
							throw new OutOfMemoryError("unable to create native thread");
						}, threads.workers(), threads.results(), handles(store, threads)));
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(waiter::start);
		assertThat(engine.entries()).isZero();
	}

	@Test
	void epochThatCannotBeToldDoesNotStopTheLane() {
		AtomicInteger epochs = new AtomicInteger();
		HandmadeStore store = new HandmadeStore() {
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
	void errorWhileANestedRequestIsExtendedLeavesTheOuterHoldAsItWas() {
		HandmadeStore store = new HandmadeStore() {
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
	void replyToAnAttemptThatWasGivenUpDoesNotCountForTheNext() {
		RecordedEffects effects = new RecordedEffects();
		Lane lane = new Lane("k", effects);
		TestWaiter waiter = new TestWaiter("owner", LockRequest.of("k").withWaitTime(LockRequest.FOREVER), 0);
		lane.ask(waiter, 0);
		Attempt first = (Attempt) lane.next(waiter, 0);
		lane.busy(first, 0);
		Attempt second = (Attempt) lane.next(waiter, 0);
		lane.won(first, 0);
		assertThat(lane.next(waiter, 0)).as("the second is still in flight").isInstanceOf(Step.Sleep.class);
		assertThat(effects.sweptLate).extracting(Release::token).containsExactly(first.token());
		lane.won(second, 0);
		assertThat(lane.next(waiter, 0)).isSameAs(Step.SETTLED);
	}

	@Test
	void errorBeforeAReleaseIsSentDoesNotStopTheLane() {
		AtomicBoolean fail = new AtomicBoolean();
		HandmadeStore store = new HandmadeStore() {
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
			// Deep in a recursion.
		}
		assertThat(engine.lanes().size()).isZero();
	}

	@Test
	void outageDoesNotCollectDoubtsWithoutBound() {
		HandmadeStore store = new HandmadeStore() {
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
		assertThat(engine.lanes().ledger().doubts()).isLessThanOrEqualTo(10_000);
	}

	@Test
	void continuationsThatOnlyMeetEachOtherEnd() {
		HandmadeStore store = new HandmadeStore();
		LockEngine engine = engine(store, MonotonicClock.system());
		CompletableFuture<?>[] all = new CompletableFuture<?>[4];
		CountDownLatch inside = new CountDownLatch(4);
		for (int i = 0; i < all.length; i++) {
			LockHandle held = engine.acquire(LockRequest.of("outer" + i));
			all[i] = engine.acquireAsync(LockRequest.of("outer" + i)).toCompletableFuture().thenAccept((handle) -> {
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
		assertThat(CompletableFuture.allOf(all)).succeedsWithin(Patience.LIMIT);
	}

}
