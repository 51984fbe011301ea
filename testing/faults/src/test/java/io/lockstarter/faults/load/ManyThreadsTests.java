package io.lockstarter.faults.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs 64 threads on 1,000 keys. Memory does not grow, and locks exclude each other. */
@Tag("faults")
class ManyThreadsTests {

	private static final int KEYS = 1000;

	private static final int THREADS = 64;

	private static final int WINDOWS = 10;

	/** In the first windows, code is compiled and buffers reach their size. */
	private static final int WARM_UP = 3;

	/** A leak of a few bytes for each acquisition would exceed this many times. */
	private static final long TOLERANCE = 1_000_000;

	private static final Duration DURATION = Duration.ofSeconds(Long.getLong("load.crowd.seconds", 20));

	/** Not thread-safe, so that missing exclusion shows. */
	private final long[] counters = new long[KEYS];

	@Test // 30, 31, 32
	void memoryAndThreadsDoNotGrow() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		List<Footprint> footprints = new ArrayList<>();
		long acquisitions = 0;
		try (LoadedApplication application = new LoadedApplication(Duration.ofSeconds(30))) {
			for (int window = 0; window < WINDOWS; window++) {
				acquisitions += window(threads, application.locks());
				footprints.add(Footprint.now());
			}
			assertThat(application.lost()).isZero();
			assertThat(application.keys()).isZero();
		}
		finally {
			threads.shutdownNow();
		}
		long sum = 0;
		for (long counter : this.counters) {
			sum += counter;
		}
		assertThat(sum).as("sum of the counters that the locks protect").isEqualTo(acquisitions);
		Footprint first = Footprint.least(footprints.subList(WARM_UP, 2 * WARM_UP));
		Footprint last = Footprint.least(footprints.subList(WINDOWS - WARM_UP, WINDOWS));
		LoadReport.report("crowd",
				"%d threads on %,d keys for %d s: %,d acquisitions; at rest %s near the start, %s at the end."
					.formatted(THREADS, KEYS, DURATION.toSeconds(), acquisitions, first, last));
		assertThat(last.heap()).as("live bytes, window by window: %s", footprints).isLessThan(first.heap() + TOLERANCE);
		last.threads()
			.forEach((kind, count) -> assertThat(count).as("threads '%s', window by window: %s", kind, footprints)
				.isLessThanOrEqualTo(Math.max(most(kind), first.threads().getOrDefault(kind, 0))));
	}

	/**
	 * Returns how many threads of a kind may be new. One may start on demand. The next
	 * event of a listener may start another one before the last one is idle again. The
	 * Redis client has a fixed number of event loops, and a new connection may start one.
	 */
	private static int most(String kind) {
		if (kind.startsWith("lettuce-nioEventLoop")) {
			return Math.max(2, Runtime.getRuntime().availableProcessors());
		}
		return kind.startsWith("lock-events") ? 4 : 1;
	}

	/** Runs all threads for one window and waits for them. */
	private long window(ExecutorService threads, LockService locks) throws Exception {
		long end = System.nanoTime() + DURATION.dividedBy(WINDOWS).toNanos();
		List<Future<Long>> work = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			work.add(threads.submit(() -> {
				long acquisitions = 0;
				while (System.nanoTime() < end) {
					int key = ThreadLocalRandom.current().nextInt(KEYS);
					LockHandle handle = locks.acquire(LockRequest.of("order:" + key));
					try {
						this.counters[key]++;
						acquisitions++;
					}
					finally {
						handle.release();
					}
				}
				return acquisitions;
			}));
		}
		long sum = 0;
		for (Future<Long> one : work) {
			sum += one.get();
		}
		return sum;
	}

}
