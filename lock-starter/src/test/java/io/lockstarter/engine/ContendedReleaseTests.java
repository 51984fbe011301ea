package io.lockstarter.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.MonotonicClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests asynchronous releases of a lock for which other callers wait. */
class ContendedReleaseTests {

	private final LockThreads threads = new LockThreads(MonotonicClock.system());

	private final LockEngine locks = new LockEngine(new InMemoryLockStore(), LockSettings.DEFAULT, List.of(),
			this.threads);

	@Test
	void releaseCompletesAfterTheThreadsAreClosed() {
		LockHandle handle = contended();
		this.threads.close();
		assertThat(InternalHandle.closeAsync(handle).toCompletableFuture()).succeedsWithin(20, TimeUnit.SECONDS);
		assertThat(handle.isHeld()).isFalse();
	}

	@Test
	void asynchronousReleaseCompletesAfterTheThreadsAreClosed() {
		LockHandle handle = this.locks.acquire("k");
		this.threads.close();
		assertThat(InternalHandle.closeAsync(handle).toCompletableFuture()).succeedsWithin(20, TimeUnit.SECONDS);
		assertThat(handle.isHeld()).isFalse();
	}

	@Test
	void releaseDoesNotWaitForBlockedWorkers() {
		LockHandle handle = contended();
		CountDownLatch end = new CountDownLatch(1);
		for (int i = 0; i < 16; i++) {
			this.threads.runtime().workers().execute(() -> awaitUninterruptibly(end));
		}
		assertThat(InternalHandle.closeAsync(handle).toCompletableFuture()).succeedsWithin(20, TimeUnit.SECONDS);
		end.countDown();
		this.threads.close();
	}

	private LockHandle contended() {
		LockHandle handle = this.locks.acquire("k");
		// A lease with an exposed token is not handed on inside the instance.
		handle.token();
		CompletableFuture<LockHandle> waiting = this.locks
			.acquireAsync(LockRequest.of("k").withWaitTime(LockRequest.FOREVER))
			.toCompletableFuture();
		assertThat(waiting).isNotDone();
		return handle;
	}

	private static void awaitUninterruptibly(CountDownLatch end) {
		try {
			end.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
