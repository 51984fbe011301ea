package io.lockstarter.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.TestInstance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Lets several instances with separate connections compete for one lock. */
@Timeout(120)
class RedlockFuzzTests {

	private final AtomicInteger inside = new AtomicInteger();

	private final AtomicInteger overlaps = new AtomicInteger();

	private final AtomicLong lastFence = new AtomicLong();

	private int unprotected;

	@Test // 68
	void locksExcludeAndAllCallersFinishWhileAMinorityFails() throws Exception {
		ExecutorService threads = Executors.newCachedThreadPool();
		List<TestInstance> instances = new ArrayList<>();
		try (FiveNodes nodes = FiveNodes.start()) {
			List<Future<?>> workers = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				instances.add(new TestInstance(nodes.store()));
			}
			for (TestInstance instance : instances) {
				for (int i = 0; i < 3; i++) {
					workers.add(threads.submit(() -> work(instance, 20)));
				}
			}
			for (int i = 0; workers.stream().anyMatch((worker) -> !worker.isDone()); i++) {
				disturb(nodes, i % 2);
			}
			for (Future<?> worker : workers) {
				worker.get(60, TimeUnit.SECONDS);
			}
			instances.forEach(TestInstance::close);
			assertThat(this.overlaps).hasValue(0);
			assertThat(this.unprotected).isEqualTo(9 * 20);
			await().untilAsserted(() -> assertThat(nodes.locks()).isEmpty());
		}
		finally {
			threads.shutdownNow();
			instances.forEach(TestInstance::close);
		}
	}

	private static void disturb(FiveNodes nodes, int node) throws InterruptedException {
		nodes.proxy(node).resetConnections();
		TimeUnit.MILLISECONDS.sleep(50);
		nodes.pause(node);
		TimeUnit.MILLISECONDS.sleep(50);
		nodes.server(node).resume();
		TimeUnit.MILLISECONDS.sleep(50);
	}

	private void work(TestInstance instance, int times) {
		LockRequest request = LockRequest.of("k")
			.withWaitTime(Duration.ofSeconds(60))
			.withTtl(Duration.ofSeconds(30))
			.withFencing(true);
		for (int i = 0; i < times; i++) {
			try (LockHandle handle = instance.locks().acquire(request)) {
				this.overlaps.addAndGet(this.inside.getAndIncrement());
				this.unprotected++;
				long fence = handle.fencingNumber().orElseThrow();
				assertThat(fence).isGreaterThan(this.lastFence.getAndSet(fence));
				this.inside.decrementAndGet();
			}
		}
	}

}
