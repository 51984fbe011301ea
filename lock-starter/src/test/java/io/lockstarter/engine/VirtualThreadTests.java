package io.lockstarter.engine;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.MonotonicClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Lets many virtual threads wait for locks, and prints the memory that each needs. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadTests {

	private static final int THREADS = 100_000;

	private static final int KEYS = 1000;

	private static final Duration LIMIT = Duration.ofMinutes(4);

	@Test
	void manyVirtualThreadsWaitAndFinish() throws Exception {
		ThreadFactory virtual = Objects.requireNonNull(ResultThreads.virtualThreads());
		LockThreads threads = new LockThreads(MonotonicClock.system());
		LockEngine locks = new LockEngine(new InMemoryLockStore(MonotonicClock.system()), LockSettings.DEFAULT,
				List.of(), threads);
		int[] counters = new int[KEYS];
		List<LockHandle> held = new ArrayList<>();
		for (int key = 0; key < KEYS; key++) {
			held.add(locks.acquire("k" + key));
		}
		long before = usedMemory();
		CountDownLatch finished = new CountDownLatch(THREADS);
		for (int i = 0; i < THREADS; i++) {
			int key = i % KEYS;
			LockRequest request = LockRequest.of("k" + key).withWaitTime(LIMIT);
			virtual.newThread(() -> {
				// Only the lock protects the counter.
				locks.run(request, () -> counters[key]++);
				finished.countDown();
			}).start();
		}
		await().atMost(LIMIT)
			.until(() -> locks.snapshot().stream().mapToInt((lock) -> lock.waiters().size()).sum() == THREADS);
		System.out.println("memory per waiting virtual thread: " + (usedMemory() - before) / THREADS + " bytes");
		held.forEach(LockHandle::release);
		assertThat(finished.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
		assertThat(counters).containsOnly(THREADS / KEYS);
		await().until(() -> locks.entries() == 0);
		locks.close(Duration.ZERO);
		threads.close();
	}

	private static long usedMemory() {
		System.gc();
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}

}
