package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Tests the results of asynchronous requests, and the threads that deliver them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AsyncResultTests {

	private final TestInstance instance = new TestInstance(new InMemoryLockStore());

	private final CountDownLatch end = new CountDownLatch(1);

	@AfterEach
	void close() {
		this.end.countDown();
		this.instance.close();
	}

	/** Uses many more continuations than there are pooled threads or processors. */
	@Test
	void blockingContinuationsDoNotDelayOtherResults() throws InterruptedException {
		int count = 200;
		CountDownLatch blocked = new CountDownLatch(count);
		for (int i = 0; i < count; i++) {
			chainToLateResult("k" + i, () -> {
				blocked.countDown();
				awaitEnd();
			});
		}
		assertThat(blocked.await(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
		assertThat(acquireAsync("another")).succeedsWithin(TestTimeouts.LIMIT);
	}

	/** A virtual thread that computes occupies its carrier, and there is one per core. */
	@Test
	void computingContinuationsDoNotDelayOtherResults() throws InterruptedException {
		int count = Runtime.getRuntime().availableProcessors() + 1;
		CountDownLatch computing = new CountDownLatch(count);
		AtomicBoolean stop = new AtomicBoolean();
		try {
			for (int i = 0; i < count; i++) {
				chainToLateResult("k" + i, () -> {
					computing.countDown();
					while (!stop.get()) {
						Thread.onSpinWait();
					}
				});
			}
			assertThat(computing.await(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
			assertThat(acquireAsync("another")).succeedsWithin(TestTimeouts.LIMIT);
		}
		finally {
			stop.set(true);
		}
	}

	@Test
	void resultsAreDeliveredDuringShutdown() throws InterruptedException {
		CountDownLatch blocked = new CountDownLatch(1);
		chainToLateResult("held", () -> {
			blocked.countDown();
			awaitEnd();
		});
		blocked.await();
		List<CompletableFuture<LockHandle>> waiting = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			waiting.add(acquireAsync("held"));
		}
		this.instance.close();
		for (CompletableFuture<LockHandle> future : waiting) {
			assertThatThrownBy(() -> future.get(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS))
				.isInstanceOf(ExecutionException.class)
				.hasCauseInstanceOf(LockNotAcquiredException.class);
		}
	}

	@Test
	void resultThreadsInheritNothingOfTheApplication() {
		InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
		ClassLoader before = Thread.currentThread().getContextClassLoader();
		List<Thread> threads = new ArrayList<>();
		List<String> kept = new ArrayList<>();
		List<ClassLoader> loaders = new ArrayList<>();
		LockThreads own = new LockThreads(System::nanoTime);
		try {
			local.set("the application's");
			Thread.currentThread().setContextClassLoader(new ClassLoader(before) {
			});
			for (int i = 0; i < 2; i++) { // the second one after shutdown
				CompletableFuture<?> ran = new CompletableFuture<>();
				own.results().execute(() -> {
					threads.add(Thread.currentThread());
					kept.add(String.valueOf(local.get()));
					loaders.add(Thread.currentThread().getContextClassLoader());
					ran.complete(null);
				});
				ran.join();
				own.close();
			}
		}
		finally {
			local.remove();
			Thread.currentThread().setContextClassLoader(before);
		}
		assertThat(kept).containsExactly("null", "null");
		assertThat(loaders).containsOnly(LockThreads.class.getClassLoader());
		assertThat(threads).allSatisfy((thread) -> {
			assertThat(thread.isDaemon()).isTrue();
			assertThat(thread.getName()).startsWith("lock-result-");
		});
		await().until(() -> threads.stream().noneMatch(Thread::isAlive));
	}

	@Test
	void virtualThreadsAreUsedIfTheJdkHasThem() {
		assertThat(ResultThreads.virtualThreads() != null).isEqualTo(Runtime.version().feature() >= 21);
	}

	/**
	 * Registers the continuation before the result, so that it runs on the thread that
	 * delivers the result.
	 */
	private void chainToLateResult(String key, Runnable continuation) {
		LockHandle holder = this.instance.locks().acquire(LockRequest.of(key));
		var unused = acquireAsync(key).thenRun(continuation);
		holder.release();
	}

	private CompletableFuture<LockHandle> acquireAsync(String key) {
		return this.instance.locks()
			.acquireAsync(LockRequest.of(key).withWaitTime(Duration.ofMinutes(5)))
			.toCompletableFuture();
	}

	private void awaitEnd() {
		try {
			this.end.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
