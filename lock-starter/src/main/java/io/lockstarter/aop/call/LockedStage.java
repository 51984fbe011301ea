package io.lockstarter.aop.call;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lockstarter.engine.WeakLossAction;
import org.jspecify.annotations.Nullable;

/**
 * Represents the result for the caller of a method that returns a stage. It completes
 * after the method's stage is complete and the lock is released. To cancel it cancels the
 * method's stage. To complete it in another way (as a timeout does) does not affect the
 * method's stage and the lock. No thread waits for the lock server, unless the method's
 * stage was complete from the start.
 */
final class LockedStage<T extends @Nullable Object> extends CompletableFuture<T> {

	private final CompletionStage<T> source;

	private final CallHolds holds;

	private final Executor completions;

	private final AtomicBoolean ended = new AtomicBoolean();

	private @Nullable Thread starting;

	LockedStage(CompletionStage<T> source, CallHolds holds, Executor completions) {
		this.source = source;
		this.holds = holds;
		this.completions = completions;
	}

	/**
	 * Starts to follow the method's stage. If it is complete, the current thread waits
	 * for the release.
	 */
	// Only whenComplete works on every stage. The minimal stages of the JDK do not
	// support isDone and cancel, and their futures are copies.
	void start() {
		this.starting = Thread.currentThread();
		try {
			var unused = this.source.whenComplete(this::completed);
			if (!this.ended.get()) {
				this.holds.onInterruptingLoss(new WeakLossAction<>(this, LockedStage::lost));
			}
		}
		catch (RuntimeException | Error ex) {
			// A stage may throw here and still complete, but the hold must end only once.
			if (this.ended.compareAndSet(false, true)) {
				this.holds.end(ex);
			}
			throw ex;
		}
		finally {
			this.starting = null;
		}
	}

	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		cancel(this.source, mayInterruptIfRunning);
		return super.cancel(mayInterruptIfRunning);
	}

	/** Cancels a stage if it is a future. Otherwise its work continues. */
	static void cancel(CompletionStage<?> stage, boolean mayInterruptIfRunning) {
		try {
			stage.toCompletableFuture().cancel(mayInterruptIfRunning);
		}
		catch (UnsupportedOperationException ex) {
			// A stage need not be a future.
		}
	}

	private void completed(@Nullable T value, @Nullable Throwable failure) {
		if (!this.ended.compareAndSet(false, true)) {
			return;
		}
		Throwable own = (failure != null) ? Failures.unwrap(failure) : null;
		if (this.starting == Thread.currentThread()) {
			// The stage was complete before the method returned, so the caller can wait.
			finish(value, failure, this.holds.release(own));
		}
		else {
			this.holds.releaseAsync(own, (loss) -> this.completions.execute(() -> finish(value, failure, loss)));
		}
	}

	private void finish(@Nullable T value, @Nullable Throwable failure, @Nullable Throwable loss) {
		if (failure != null) {
			completeExceptionally(failure);
		}
		else if (loss != null) {
			completeExceptionally(loss);
		}
		else {
			complete(value);
		}
	}

	private void lost() {
		if (this.ended.compareAndSet(false, true)) {
			this.holds.releaseAsync(null, (loss) -> this.completions.execute(() -> {
				// The method may have released its handle at the same time.
				completeExceptionally((loss != null) ? loss : new CancellationException("The lock was lost"));
				cancel(this.source, true);
			}));
		}
	}

}
