package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.lane.Refusals;
import io.lockstarter.lane.Waiter.Terms;
import org.jspecify.annotations.Nullable;

/**
 * Acquires several locks without blocking a thread. {@link SeveralLocks} decides the
 * steps, as for a thread.
 */
final class AsyncAcquisition {

	private final SeveralLocks locks;

	private final @Nullable Object owner;

	private final AsyncWaiter.Environment environment;

	private final CompletableFuture<LockHandle> result = new CompletableFuture<>();

	private volatile List<CompletableFuture<LockHandle>> current = List.of();

	/**
	 * Creates an acquisition.
	 * @param locks the locks
	 * @param owner the owner of the holds; {@code null} if each hold is its own owner
	 * @param environment the parts of the engine
	 */
	AsyncAcquisition(SeveralLocks locks, @Nullable Object owner, AsyncWaiter.Environment environment) {
		this.locks = locks;
		this.owner = owner;
		this.environment = environment;
	}

	CompletableFuture<LockHandle> start() {
		var unused = this.result.whenComplete((handle, failure) -> cancelCurrent());
		together();
		return this.result;
	}

	/** Asks for all missing locks at once. */
	private void together() {
		try {
			List<Integer> missing = this.locks.missing();
			if (missing.isEmpty()) {
				complete();
				return;
			}
			if (missing.size() == 1) {
				await(missing.get(0));
				return;
			}
			List<AsyncWaiter> waiters = ask(missing);
			List<Integer> positions = missing.subList(0, waiters.size());
			List<CompletableFuture<LockHandle>> futures = startAll(waiters);
			var unused = CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new))
				.whenComplete((all, failure) -> attempted(waiters, positions, futures));
		}
		catch (RuntimeException | Error ex) {
			fail(ex);
		}
	}

	private List<AsyncWaiter> ask(List<Integer> missing) {
		List<AsyncWaiter> waiters = new ArrayList<>();
		try {
			for (int index : missing) {
				Terms terms = this.locks.terms(index);
				AsyncWaiter waiter = AsyncWaiter.ofSeveral(owner(), terms.tryingOnce(), this.locks.askedAt(),
						terms.deadline(this.locks.askedAt()), this.environment);
				waiters.add(waiter);
				if (waiter.refusal() != null) {
					// A caller of this instance has it, so the later ones would be
					// released.
					break;
				}
			}
			return waiters;
		}
		catch (RuntimeException | Error ex) {
			// They are in the queues of their lanes already.
			waiters.forEach(AsyncWaiter::giveUp);
			throw ex;
		}
	}

	private List<CompletableFuture<LockHandle>> startAll(List<AsyncWaiter> waiters) {
		List<CompletableFuture<LockHandle>> futures = new ArrayList<>();
		for (AsyncWaiter waiter : waiters) {
			CompletableFuture<LockHandle> future;
			try {
				future = waiter.start();
			}
			catch (RuntimeException | Error ex) {
				future = CompletableFuture.failedFuture(ex);
			}
			futures.add(future);
		}
		watch(List.copyOf(futures));
		return futures;
	}

	private void attempted(List<AsyncWaiter> waiters, List<Integer> positions,
			List<CompletableFuture<LockHandle>> futures) {
		try {
			Throwable failure = null;
			for (int i = 0; i < futures.size(); i++) {
				CompletableFuture<LockHandle> future = futures.get(i);
				if (!future.isCompletedExceptionally()) {
					this.locks.acquired(positions.get(i), future.join());
				}
				else {
					Throwable refusal = failureOf(future);
					boolean ends = failure == null && isFinal(positions.get(i), refusal);
					report(waiters.get(i), refusal, ends);
					failure = ends ? refusal : failure;
				}
			}
			if (failure != null || this.result.isDone()) {
				fail((failure != null) ? failure : canceled());
				return;
			}
			List<Integer> missing = this.locks.missing();
			if (missing.isEmpty()) {
				complete();
				return;
			}
			// The replies are not needed: the lane of each key waits for its own.
			for (LockHandle handle : this.locks.removeAfter(missing.get(0))) {
				var unused = InternalHandle.releaseUnusedAsync(handle);
			}
			await(missing.get(0));
		}
		catch (RuntimeException | Error ex) {
			fail(ex);
		}
	}

	private boolean isFinal(int index, Throwable failure) {
		return !(failure instanceof LockException refusal) || this.locks.isFinal(index, refusal);
	}

	/** Reports the refusal that ends the call. The others are no events. */
	private void report(AsyncWaiter waiter, Throwable failure, boolean endsTheCall) {
		Events events = this.environment.handles().events();
		if (endsTheCall && failure instanceof LockException refusal && !this.result.isDone()) {
			events.notAcquired(waiter, refusal);
		}
		else {
			events.withdrawn(waiter);
		}
	}

	private Object owner() {
		return (this.owner != null) ? this.owner : new Object();
	}

	/** Waits for one lock, while only locks before it are held. */
	private void await(int index) {
		Terms terms = this.locks.terms(index);
		CompletableFuture<LockHandle> future = new AsyncWaiter(owner(), terms, this.locks.askedAt(),
				terms.deadline(this.locks.askedAt()), this.environment)
			.start();
		watch(List.of(future));
		var unused = future.whenComplete((handle, failure) -> {
			if (handle != null) {
				this.locks.acquired(index, handle);
			}
			if (failure != null || this.result.isDone()) {
				fail((failure != null) ? failureOf(future) : canceled());
			}
			else {
				together();
			}
		});
	}

	private void complete() {
		LockHandle handle = this.locks.handle();
		if (!this.result.complete(handle)) {
			fail(canceled());
		}
	}

	private void fail(Throwable failure) {
		CompletableFuture<?>[] releases = this.locks.removeAll()
			.stream()
			.map((handle) -> InternalHandle.releaseUnusedAsync(handle).toCompletableFuture())
			.toArray(CompletableFuture<?>[]::new);
		if (releases.length == 0) {
			this.result.completeExceptionally(failure);
			return;
		}
		var unused = CompletableFuture.allOf(releases).whenComplete((released, ignored) -> completeElsewhere(failure));
	}

	/** Completes the result on a thread for results: this may be one of the client. */
	private void completeElsewhere(Throwable failure) {
		try {
			this.environment.runtime().results().execute(() -> this.result.completeExceptionally(failure));
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			this.result.completeExceptionally(failure);
		}
	}

	private void watch(List<CompletableFuture<LockHandle>> futures) {
		this.current = futures;
		if (this.result.isDone()) {
			cancelCurrent();
		}
	}

	private void cancelCurrent() {
		this.current.forEach((future) -> future.cancel(false));
	}

	private LockException canceled() {
		return Refusals.cancelled(this.locks.terms(0).key());
	}

	private static Throwable failureOf(CompletableFuture<?> future) {
		try {
			future.join();
			throw new IllegalStateException("The attempt has not failed");
		}
		catch (CompletionException ex) {
			return (ex.getCause() != null) ? ex.getCause() : ex;
		}
		catch (RuntimeException ex) { // canceled
			return ex;
		}
	}

}
