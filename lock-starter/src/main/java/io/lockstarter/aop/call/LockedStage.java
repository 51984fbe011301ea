package io.lockstarter.aop.call;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.lockstarter.engine.InternalHandle;
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

	private final UnfinishedWork work;

	private final Duration patience;

	private final Executor completions;

	private final AtomicBoolean lost = new AtomicBoolean();

	private final AtomicBoolean ended = new AtomicBoolean();

	private @Nullable Thread starting;

	/**
	 * Creates the stage of a caller.
	 * @param source the stage of the method
	 * @param holds the hold
	 * @param work refuses values with other work
	 * @param patience the longest wait for the end of work that was canceled after a loss
	 * @param completions completes this stage
	 */
	LockedStage(CompletionStage<T> source, CallHolds holds, UnfinishedWork work, Duration patience,
			Executor completions) {
		this.source = source;
		this.holds = holds;
		this.work = work;
		this.patience = patience;
		this.completions = completions;
	}

	/**
	 * Starts to follow the method's stage. If it is complete, the current thread waits
	 * for the release. Otherwise the hold is detached from this thread.
	 */
	// Only whenComplete works on every stage. The minimal stages of the JDK do not
	// support isDone and cancel, and their futures are copies.
	void start() {
		this.starting = Thread.currentThread();
		try {
			if (!(this.source instanceof Future<?> future && UnfinishedWork.isDone(future))) {
				InternalHandle.detach(this.holds.handle());
			}
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

	private void completed(@Nullable T value, @Nullable Throwable ownFailure) {
		if (!this.ended.compareAndSet(false, true)) {
			return;
		}
		Throwable failure = (ownFailure != null) ? ownFailure : refusal(value);
		// The work of a lost lock fails by its cancellation, so the loss comes first.
		boolean stopped = this.lost.get();
		Throwable own = (failure != null && !stopped) ? Failures.unwrap(failure) : null;
		Consumer<@Nullable Throwable> end = (loss) -> finish(value,
				(stopped && loss != null) ? withFailure(loss, failure) : failure, loss);
		if (this.starting == Thread.currentThread()) {
			// The stage was complete before the method returned, so the caller can wait.
			end.accept(this.holds.release(own));
		}
		else {
			this.holds.releaseAsync(own, (loss) -> this.completions.execute(() -> end.accept(loss)));
		}
	}

	private @Nullable Throwable refusal(@Nullable T value) {
		try {
			this.work.refuse(value);
			return null;
		}
		catch (Throwable ex) {
			// A method of the application that returns the value of a container may
			// throw.
			return ex;
		}
	}

	private static Throwable withFailure(Throwable loss, @Nullable Throwable failure) {
		Throwable own = (failure != null) ? Failures.unwrap(failure) : null;
		return (own == null || own instanceof CancellationException) ? loss : Failures.join(loss, own);
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

	// Code of the application may wait for the cancellation of its stage.
	private void lost() {
		if (this.lost.compareAndSet(false, true)) {
			this.completions.execute(this::stop);
		}
	}

	/**
	 * Cancels the work, and then releases the locks that were not lost. They protect the
	 * work until it has ended. Work that cannot be canceled keeps them for a short time
	 * only, since it may never end.
	 */
	private void stop() {
		try {
			cancel(this.source, true);
		}
		catch (RuntimeException | Error ex) {
			// The work goes on, as that of a stage that is not a future.
		}
		if (!this.ended.get()) {
			CompletableFuture.delayedExecutor(this.patience.toMillis(), TimeUnit.MILLISECONDS, this.completions)
				.execute(() -> completed(null, new CancellationException("The lock was lost")));
		}
	}

}
