package io.lockstarter.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;

/** Lets threads race for one key, and counts its holders. */
final class ContentionFuzz {

	private final AtomicInteger holders = new AtomicInteger();

	private final AtomicInteger most = new AtomicInteger();

	private final AtomicInteger turns = new AtomicInteger();

	private final LockStore store;

	private final long ttlMillis;

	ContentionFuzz(LockStore store, long ttlMillis) {
		this.store = store;
		this.ttlMillis = ttlMillis;
	}

	void run(int threads, int attempts) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			List<Callable<Void>> racers = new ArrayList<>();
			for (int racer = 0; racer < threads; racer++) {
				String name = "racer" + racer;
				racers.add(() -> race(name, attempts));
			}
			for (Future<Void> racer : executor.invokeAll(racers, 50, TimeUnit.SECONDS)) {
				racer.get();
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

	private Void race(String name, int attempts) {
		for (int i = 0; i < attempts; i++) {
			String token = name + ":" + i;
			boolean won = (i % 2 == 0) ? this.store.acquire("key", token, this.ttlMillis)
					: this.store.contend("key", token, this.ttlMillis, null).holder() == null;
			if (won) {
				this.most.accumulateAndGet(this.holders.incrementAndGet(), Math::max);
				this.turns.incrementAndGet();
				if (i % 8 == 0) {
					LockSupport.parkNanos(10_000);
				}
				this.holders.decrementAndGet();
				assertThat(this.store.release(new Release("key", token, 0))).isEqualTo(ReleaseReply.RELEASED);
			}
		}
		return null;
	}

	int maxHolders() {
		return this.most.get();
	}

	int turns() {
		return this.turns.get();
	}

}
