package io.lockstarter.aop.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.InternalHandle;
import org.jspecify.annotations.Nullable;

/**
 * Represents the result for the caller of a method that starts when its lock is acquired.
 * No thread waits for the lock. The method runs on an executor, in the context of its
 * caller. If this stage completes before the method starts, in any way, the method is not
 * called and its lock is released. To cancel this stage later cancels the method's stage.
 */
final class PendingStage extends CompletableFuture<@Nullable Object> {

	private final LockedCall call;

	private final Executor methods;

	private final Executor completions;

	private final CallerContext context = CallerContext.capture();

	/** Whether the method was started, or will never be. */
	private final AtomicBoolean decided = new AtomicBoolean();

	private volatile @Nullable CallHolds holds;

	private volatile @Nullable CompletionStage<?> running;

	/**
	 * Creates the stage of a call.
	 * @param call the call, which must be able to proceed on another thread
	 * @param methods runs the method
	 * @param completions completes this stage after a release
	 */
	PendingStage(LockedCall call, Executor methods, Executor completions) {
		this.call = call;
		this.methods = methods;
		this.completions = completions;
	}

	void start(LockAcquirer locks) {
		CompletableFuture<CallHolds> attempt = locks.acquireAsync(this.call, new Object());
		Thread caller = Thread.currentThread();
		AtomicBoolean registering = new AtomicBoolean(true);
		var unused = attempt.whenComplete((acquired, failure) -> {
			Runnable next = () -> attempted(acquired, failure);
			// An executor may run the method on the thread that submits it.
			if (registering.get() && Thread.currentThread() == caller) {
				this.completions.execute(next);
			}
			else {
				next.run();
			}
		});
		registering.set(false);
		var unusedToo = whenComplete((result, failure) -> {
			attempt.cancel(false);
			discardUnused();
		});
	}

	private void attempted(@Nullable CallHolds acquired, @Nullable Throwable failure) {
		if (acquired != null) {
			this.holds = acquired;
			if (isDone()) {
				discardUnused();
			}
			else {
				submit(() -> proceed(acquired), (reason) -> release(acquired, reason));
			}
		}
		else if (failure instanceof LockNotAcquiredException refusal && refusal.reason() == Reason.BUSY) {
			submit(() -> answer(refusal), (reason) -> {
				refusal.addSuppressed(reason);
				completeExceptionally(refusal);
			});
		}
		else if (failure != null) {
			completeExceptionally(failure);
		}
	}

	/**
	 * Submits code of the application. An executor may refuse it, or may cancel it when
	 * it shuts down.
	 * @param work the code
	 * @param otherwise receives the reason why the code will never run
	 */
	private void submit(Runnable work, Consumer<Throwable> otherwise) {
		FutureTask<?> task = new FutureTask<>(() -> this.context.run(() -> decide(work)), null) {
			@Override
			protected void done() {
				decide(() -> otherwise.accept(rejected(failureOf(this))));
			}
		};
		try {
			// An executor of the application may capture the context as well.
			this.context.run(() -> this.methods.execute(task));
		}
		catch (Throwable ex) {
			decide(() -> otherwise.accept(rejected(ex)));
		}
	}

	private void decide(Runnable action) {
		if (this.decided.compareAndSet(false, true)) {
			action.run();
		}
	}

	private void proceed(CallHolds acquired) {
		try {
			// The executor may have delayed the method for any time.
			ensureHeld(acquired);
			Object result = acquired.proceed();
			if (result instanceof CompletionStage<?> stage) {
				LockedStage<?> locked = new LockedStage<>(stage, acquired, this.completions);
				locked.start(false);
				follow(locked);
			}
			else {
				acquired.releaseAsync(null, (loss) -> this.completions.execute(() -> finish(null, loss)));
			}
		}
		catch (Throwable ex) {
			completeExceptionally(ex);
		}
	}

	private static void ensureHeld(CallHolds acquired) throws Throwable {
		try {
			acquired.ensureHeld();
		}
		catch (RuntimeException | Error ex) {
			throw acquired.end(ex);
		}
	}

	private void answer(LockNotAcquiredException refusal) {
		if (isDone()) {
			return; // no caller waits for the fallback any longer
		}
		try {
			Object result = this.call.answer(refusal);
			if (result instanceof CompletionStage<?> stage) {
				follow(stage);
			}
			else {
				complete(null);
			}
		}
		catch (Throwable ex) {
			completeExceptionally(ex);
		}
	}

	private void follow(CompletionStage<?> stage) {
		this.running = stage;
		var unused = stage.whenComplete(this::finish);
		if (isCancelled()) {
			LockedStage.cancel(stage, true);
		}
	}

	private void finish(@Nullable Object value, @Nullable Throwable failure) {
		if (failure != null) {
			completeExceptionally(failure);
		}
		else {
			complete(value);
		}
	}

	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		boolean canceled = super.cancel(mayInterruptIfRunning);
		CompletionStage<?> stage = this.running;
		if (stage != null) {
			LockedStage.cancel(stage, mayInterruptIfRunning);
		}
		return canceled;
	}

	/** Releases a lock whose caller does not wait for the result any longer. */
	private void discardUnused() {
		CallHolds held = this.holds;
		if (held != null) {
			decide(() -> {
				var unused = InternalHandle.releaseUnusedAsync(held.handle());
			});
		}
	}

	private void release(CallHolds held, Throwable reason) {
		var unused = InternalHandle.releaseUnusedAsync(held.handle()).whenComplete((released, failure) -> {
			if (failure != null) {
				reason.addSuppressed(failure);
			}
			this.completions.execute(() -> completeExceptionally(reason));
		});
	}

	// It must not fail, so it does not call code of the executor.
	private RejectedExecutionException rejected(Throwable cause) {
		return new RejectedExecutionException("The executor did not run " + this.call.invocation().getMethod()
				+ ", so the method was not called, and its lock is released: "
				+ this.call.requests().stream().map(LockRequest::key).toList()
				+ ". If the executor is full, give it more threads or a longer queue, or set "
				+ "distributed-lock.executor to the name of another one. The cause is " + cause.getClass().getName(),
				cause);
	}

	private static Throwable failureOf(FutureTask<?> done) {
		try {
			done.get();
			return new IllegalStateException("The task has ended without running");
		}
		catch (ExecutionException ex) {
			return (ex.getCause() != null) ? ex.getCause() : ex;
		}
		catch (InterruptedException | RuntimeException ex) { // canceled
			return ex;
		}
	}

}
