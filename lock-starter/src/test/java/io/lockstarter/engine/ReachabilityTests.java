package io.lockstarter.engine;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Lock;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.MonotonicClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests that no map and no living thread keeps a released handle reachable (P8). */
class ReachabilityTests {

	@Test // 31
	void releasedHandleIsUnreachable() throws Exception {
		ExecutorService thread = Executors.newSingleThreadExecutor();
		try (TestInstance instance = new TestInstance(new InMemoryLockStore(MonotonicClock.system()))) {
			List<WeakReference<LockHandle>> handles = thread.submit(() -> use(instance.locks())).get();
			assertThat(handles).hasSize(5);
			await().pollInterval(Duration.ofMillis(50)).until(() -> {
				System.gc();
				return handles.stream().allMatch((handle) -> handle.refersTo(null));
			});
			assertThat(thread.submit(() -> "alive").get()).isEqualTo("alive");
		}
		finally {
			thread.shutdown();
		}
	}

	/** Acquires locks in every way that the API offers. */
	private static List<WeakReference<LockHandle>> use(LockEngine locks) {
		List<WeakReference<LockHandle>> handles = new ArrayList<>();
		try (LockHandle outer = locks.acquire("k"); LockHandle inner = locks.acquire("k")) {
			handles.add(new WeakReference<>(outer));
			handles.add(new WeakReference<>(inner));
		}
		locks.run(LockRequest.of("run"), () -> handles.add(new WeakReference<>(LockHandle.current())));
		try (LockHandle async = locks.acquireAsync(LockRequest.of("async")).join()) {
			handles.add(new WeakReference<>(async));
		}
		LockHandle lost = locks.acquire("lost");
		locks.release("lost", lost.token());
		handles.add(new WeakReference<>(lost));
		Lock lock = locks.asLock("lock");
		lock.lock();
		try {
			assertThat(locks.tryAcquire("lock")).as("nested").isPresent().get().satisfies(LockHandle::close);
		}
		finally {
			lock.unlock();
		}
		return handles;
	}

}
