package io.lockstarter.aop.call;

import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.DistributedLock;
import io.lockstarter.IfBusy;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockScope;
import io.lockstarter.LockService;
import io.lockstarter.OnLost;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.engine.LockThreads;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;

/** Has methods that return a stage, for tests of their calls. */
class StageJobs {

	private final Work work;

	StageJobs(Work work) {
		this.work = work;
	}

	@DistributedLock(key = "k", waitTime = "1m")
	public CompletableFuture<String> patient() {
		this.work.calls.incrementAndGet();
		return CompletableFuture.completedFuture(LockHandle.current().key() + where());
	}

	@DistributedLock(key = "k", waitTime = "0")
	public CompletableFuture<String> impatient() {
		return CompletableFuture.completedFuture("ran");
	}

	@DistributedLock(key = "k", waitTime = "0", ifBusy = IfBusy.SKIP)
	public CompletableFuture<String> skipping() {
		this.work.calls.incrementAndGet();
		return CompletableFuture.completedFuture("ran");
	}

	@DistributedLock(key = "k", waitTime = "0", fallbackMethod = "fallback")
	public CompletableFuture<String> withFallback() {
		return CompletableFuture.completedFuture("ran");
	}

	CompletableFuture<String> fallback(LockNotAcquiredException refusal) {
		this.work.fallbacks.incrementAndGet();
		return CompletableFuture.completedFuture(refusal.reason() + where());
	}

	@DistributedLock(key = "k", condition = "#locked")
	public CompletableFuture<String> conditional(boolean locked) {
		return CompletableFuture.completedFuture(locked + where());
	}

	@DistributedLock(key = "handle:#<id>")
	public CompletableFuture<String> withHandle(@Nullable String id, @Nullable LockHandle handle) {
		return CompletableFuture.completedFuture(Objects.requireNonNull(handle).key());
	}

	@DistributedLock(key = "k", onLost = OnLost.INTERRUPT)
	public CompletableFuture<String> blocking() throws InterruptedException {
		this.work.handle.complete(LockHandle.current());
		new CountDownLatch(1).await();
		return this.work.own;
	}

	@DistributedLock(key = "k")
	public CompletableFuture<String> canceling() {
		this.work.caller.join().cancel(true);
		return this.work.own;
	}

	@DistributedLock(key = "inner")
	public CompletableFuture<String> checking() {
		LockScope.ensureHeld();
		return CompletableFuture.completedFuture("held");
	}

	@DistributedLock(key = "inner")
	public CompletableFuture<String> reading() {
		return CompletableFuture.completedFuture(this.work.reading.get());
	}

	private static String where() {
		return " on " + Thread.currentThread().getName();
	}

	static void run(Check check) {
		LockedContexts.with().run((context) -> {
			Work work = new Work();
			check.run(context, proxy(context, work, (task) -> new Thread(task, "method").start()), work);
		});
	}

	static StageJobs proxy(ConfigurableApplicationContext context, Work work, Executor methods) {
		return Proxied.of(new StageJobs(work), context, context.getBean(LockService.class), methods,
				context.getBean(LockThreads.class).results());
	}

	interface Check {

		void run(ConfigurableApplicationContext context, StageJobs jobs, Work work) throws Exception;

	}

	/** Keeps tasks until a test runs them. */
	static final class Tasks implements Executor {

		private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();

		@Override
		public void execute(Runnable task) {
			this.queue.add(task);
		}

		void awaitOne() {
			Awaitility.await().until(() -> !this.queue.isEmpty());
		}

		void runAll() {
			this.queue.forEach(Runnable::run);
		}

	}

	static class Work {

		final AtomicInteger calls = new AtomicInteger();

		final AtomicInteger fallbacks = new AtomicInteger();

		final CompletableFuture<String> own = new CompletableFuture<>();

		final CompletableFuture<CompletableFuture<String>> caller = new CompletableFuture<>();

		final CompletableFuture<LockHandle> handle = new CompletableFuture<>();

		ThreadLocal<String> reading = new ThreadLocal<>();

	}

}
