package io.lockstarter.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

/**
 * What the caller of a method gets that returned a stage: complete as soon as that one is
 * and the lock is released. To cancel it cancels the method's own stage; to complete it
 * otherwise (as a time-out does) leaves the method's stage, and the lock, alone.
 */
final class LockedStage<T extends @Nullable Object> extends CompletableFuture<T> {

	private final CompletionStage<T> source;

	private final Holding holding;

	private final Executor releases;

	private final AtomicBoolean ended = new AtomicBoolean();

	LockedStage(CompletionStage<T> source, Holding holding, Executor releases) {
		this.source = source;
		this.holding = holding;
		this.releases = releases;
	}

	void start() {
		if (this.source instanceof CompletableFuture<T> future && future.isDone()) {
			// On this thread, which waits for the lock server anyway.
			var unused = future.whenComplete(this::over);
			return;
		}
		var unused = this.source.whenCompleteAsync(this::over, this.releases);
		this.holding.onUrgentLoss(() -> this.releases.execute(this::lost));
	}

	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		this.source.toCompletableFuture().cancel(mayInterruptIfRunning);
		return super.cancel(mayInterruptIfRunning);
	}

	private void over(@Nullable T value, @Nullable Throwable failure) {
		if (!this.ended.compareAndSet(false, true)) {
			return;
		}
		Throwable loss = this.holding.release((failure != null) ? StageReturn.unwrap(failure) : null);
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
		if (!this.ended.compareAndSet(false, true)) {
			return;
		}
		Throwable loss = this.holding.release(null);
		if (loss != null) {
			completeExceptionally(loss);
		}
		this.source.toCompletableFuture().cancel(true);
	}

}
