package io.lockstarter.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

/**
 * What the caller of a method gets that returned a stage: complete as soon as that one is
 * and the lock is released. To cancel it cancels the method's own stage; to complete it
 * otherwise (as a time-out does) leaves the method's stage, and the lock, alone. No
 * thread waits for the lock server, unless the stage was complete from the start.
 */
final class LockedStage<T extends @Nullable Object> extends CompletableFuture<T> {

	private final CompletionStage<T> source;

	private final Holding holding;

	private final Executor completions;

	private final AtomicBoolean ended = new AtomicBoolean();

	private @Nullable Thread starting;

	LockedStage(CompletionStage<T> source, Holding holding, Executor completions) {
		this.source = source;
		this.holding = holding;
		this.completions = completions;
	}

	// Only what every stage allows: the minimal stages of the JDK refuse isDone and
	// cancel, and their futures are copies.
	void start() {
		this.starting = Thread.currentThread();
		try {
			var unused = this.source.whenComplete(this::completed);
		}
		finally {
			this.starting = null;
		}
		if (!this.ended.get()) {
			this.holding.onUrgentLoss(this::lost);
		}
	}

	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		cancelSource(mayInterruptIfRunning);
		return super.cancel(mayInterruptIfRunning);
	}

	private void cancelSource(boolean mayInterruptIfRunning) {
		try {
			this.source.toCompletableFuture().cancel(mayInterruptIfRunning);
		}
		catch (UnsupportedOperationException ex) {
			// A stage need not be a future: then its work goes on, under the lock.
		}
	}

	private void completed(@Nullable T value, @Nullable Throwable failure) {
		if (!this.ended.compareAndSet(false, true)) {
			return;
		}
		Throwable own = (failure != null) ? StageReturn.unwrap(failure) : null;
		if (this.starting == Thread.currentThread()) {
			// Complete before the method returned: the caller waits for the lock server.
			finish(value, failure, this.holding.release(own));
		}
		else {
			this.holding.releaseAsync(own, (loss) -> deliver(() -> finish(value, failure, loss)));
		}
	}

	private void deliver(Runnable completion) {
		try {
			this.completions.execute(completion);
		}
		catch (Throwable ex) { // no thread can be started: the caller must not wait for
								// it
			completion.run();
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
			this.holding.releaseAsync(null, (loss) -> deliver(() -> {
				if (loss != null) {
					completeExceptionally(loss);
				}
				cancelSource(true);
			}));
		}
	}

}
