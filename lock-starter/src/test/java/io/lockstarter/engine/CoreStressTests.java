package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.store.Contention;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests threads, futures, interrupts and cancellations against an unreliable server. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CoreStressTests {

	private static final int KEYS = 3;

	private final MonotonicClock clock = MonotonicClock.system();

	private final AtomicReferenceArray<@Nullable LockHandle> holders = new AtomicReferenceArray<>(KEYS);

	private final AtomicInteger broken = new AtomicInteger();

	private final AtomicInteger acquired = new AtomicInteger();

	@Test
	void callersExcludeEachOtherAndNothingIsLeft() throws Exception {
		UnreliableStore store = new UnreliableStore(this.clock);
		List<LockThreads> allThreads = new ArrayList<>();
		List<LockEngine> engines = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			LockThreads threads = new LockThreads(this.clock);
			LockEngine engine = new LockEngine(store, LockSettings.DEFAULT, List.of(), threads);
			allThreads.add(threads);
			engines.add(engine);
		}
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
		List<Thread> callers = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			LockEngine engine = engines.get(i % 2);
			int seed = i;
			Thread thread = new Thread(() -> call(engine, new Random(seed), end));
			thread.start();
			callers.add(thread);
		}
		while (System.nanoTime() < end) {
			callers.get(ThreadLocalRandom.current().nextInt(callers.size())).interrupt();
			LockSupport.parkNanos(3_000_000);
		}
		for (Thread caller : callers) {
			caller.join(15_000);
			assertThat(caller.isAlive()).as("a caller that never ends").isFalse();
		}
		for (LockEngine engine : engines) {
			await().untilAsserted(() -> assertThat(engine.entries()).as("lanes or unconfirmed tokens left").isZero());
		}
		assertThat(this.acquired).as("otherwise the test proves nothing").hasPositiveValue();
		assertThat(this.broken).hasValue(0);
		allThreads.forEach(LockThreads::close);
	}

	private void call(LockEngine engine, Random random, long end) {
		while (System.nanoTime() < end) {
			int key = random.nextInt(KEYS);
			long wait = random.nextInt(4) * 30L;
			LockRequest request = LockRequest.of("k" + key)
				.withTtl(Duration.ofMillis(60 + random.nextInt(100)))
				.withRenew(random.nextBoolean())
				.withWaitTime(Duration.ofMillis(wait));
			try {
				LockHandle handle = (random.nextInt(3) == 0) ? async(engine, request, random) : engine.acquire(request);
				if (handle != null) {
					work(handle, key, random, engine, request);
				}
			}
			catch (LockException ex) {
				// Busy, interrupted, failed.
			}
			Thread.interrupted();
		}
	}

	private static @Nullable LockHandle async(LockEngine engine, LockRequest request, Random random) {
		CompletableFuture<LockHandle> future = engine.acquireAsync(request);
		if (random.nextInt(3) == 0) {
			LockSupport.parkNanos(random.nextInt(3_000_000));
			future.cancel(true);
		}
		return future.handle((handle, failure) -> handle).join();
	}

	private void work(LockHandle handle, int key, Random random, LockEngine engine, LockRequest request) {
		this.acquired.incrementAndGet();
		LockHandle before = this.holders.getAndSet(key, handle);
		if (before != null && before.isHeld() && handle.isHeld() && before.isHeld()) {
			this.broken.incrementAndGet();
		}
		LockSupport.parkNanos(random.nextInt(6) == 0 ? 120_000_000L : random.nextInt(2_000_000));
		if (random.nextInt(4) == 0) {
			try {
				handle.extend(Duration.ofMillis(100));
				engine.acquire(request).release();
			}
			catch (LockException ex) {
				// Lost.
			}
		}
		if (random.nextInt(20) == 0) {
			engine.release(handle.key(), handle.token());
		}
		handle.release();
		this.holders.compareAndSet(key, handle, null);
	}

	private static final class UnreliableStore extends ManualClockStore {

		private final MonotonicClock clock;

		UnreliableStore(MonotonicClock clock) {
			this.clock = clock;
		}

		@Override
		public long nanos() {
			return this.clock.nanos();
		}

		private boolean before() {
			ThreadLocalRandom random = ThreadLocalRandom.current();
			LockSupport.parkNanos(random.nextInt(30) == 0 ? 100_000_000 : 200_000);
			if (random.nextInt(50) == 0) {
				throw new StoreException(Outcome.UNKNOWN, "lost request", null);
			}
			return random.nextInt(50) == 0;
		}

		private void after(boolean fail) {
			ThreadLocalRandom random = ThreadLocalRandom.current();
			LockSupport.parkNanos(random.nextInt(30) == 0 ? 100_000_000 : 200_000);
			if (fail || Thread.currentThread().isInterrupted()) {
				throw new StoreException(Outcome.UNKNOWN, "lost reply", null);
			}
		}

		@Override
		@SuppressWarnings("UnsynchronizedOverridesSynchronized")
		public boolean acquire(String key, String token, long ttlMillis) {
			boolean fail = before();
			boolean replayed = ThreadLocalRandom.current().nextInt(30) == 0;
			boolean reply = super.acquire(key, token, ttlMillis);
			if (replayed) {
				this.epoch.incrementAndGet();
				reply = super.acquire(key, token, ttlMillis);
			}
			after(fail);
			return reply;
		}

		@Override
		@SuppressWarnings("UnsynchronizedOverridesSynchronized")
		public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
			boolean fail = before();
			Contention reply = super.contend(key, token, ttlMillis, wait);
			after(fail);
			return reply;
		}

		@Override
		@SuppressWarnings("UnsynchronizedOverridesSynchronized")
		public ReleaseReply release(Release release) {
			boolean fail = before();
			ReleaseReply reply = super.release(release);
			after(fail);
			return reply;
		}

		@Override
		public List<ReleaseReply> releaseAll(List<Release> batch) {
			boolean fail = before();
			List<ReleaseReply> replies = batch.stream().map(super::release).toList();
			after(fail);
			return replies;
		}

		@Override
		@SuppressWarnings("UnsynchronizedOverridesSynchronized")
		public List<RenewReply> renew(List<Renewal> batch) {
			boolean fail = before();
			List<RenewReply> replies = super.renew(batch);
			after(fail);
			return replies;
		}

	}

}
