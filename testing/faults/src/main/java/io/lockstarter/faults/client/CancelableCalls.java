package io.lockstarter.faults.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.reactive.ReactiveLockService;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Acquires locks by futures and by Reactor. The caller may cancel its request. */
final class CancelableCalls {

	private static final long PAUSE = Duration.ofMillis(1).toNanos();

	private final LockService locks;

	private final ReactiveLockService reactive;

	CancelableCalls(LockService locks, ReactiveLockService reactive) {
		this.locks = locks;
		this.reactive = reactive;
	}

	LockHandle acquire(LockRequest request, @Nullable Duration cancelAfter) {
		CompletableFuture<LockHandle> future = this.locks.acquireAsync(request);
		if (cancelAfter != null) {
			await(future, cancelAfter);
			if (future.cancel(false)) {
				throw new Locks.CanceledException();
			}
		}
		return future.join();
	}

	/** Returns true if the lock was lost. */
	boolean withLock(LockRequest request, @Nullable Duration cancelAfter, Consumer<HeldLock> section) {
		// The section would not notice that its subscription is canceled. So it is
		// canceled only before the section begins.
		AtomicBoolean decided = new AtomicBoolean();
		Mono<Void> work = this.reactive.current().doOnNext((handle) -> {
			if (decided.compareAndSet(false, true)) {
				section.accept(new StarterHeldLock(handle));
			}
		}).then();
		CompletableFuture<Void> future = this.reactive.withLock(request, work).toFuture();
		if (cancelAfter != null) {
			await(future, cancelAfter);
			if (!future.isDone() && decided.compareAndSet(false, true)) {
				future.cancel(false);
				throw new Locks.CanceledException();
			}
		}
		try {
			future.join();
			return false;
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof LockLostException) {
				return true;
			}
			throw ex;
		}
	}

	/** Waits without an effect on the interrupt flag. */
	private static void await(CompletableFuture<?> future, Duration time) {
		long end = System.nanoTime() + time.toNanos();
		boolean interrupted = false;
		for (long left = time.toNanos(); left > 0 && !future.isDone(); left = end - System.nanoTime()) {
			interrupted |= Thread.interrupted();
			LockSupport.parkNanos(Math.min(left, PAUSE));
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

}
