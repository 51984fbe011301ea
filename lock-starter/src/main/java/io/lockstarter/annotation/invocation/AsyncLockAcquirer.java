package io.lockstarter.annotation.invocation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import io.lockstarter.LockHandle;
import org.jspecify.annotations.Nullable;

/** Acquires the locks of one call, one after the other, without blocking a thread. */
final class AsyncLockAcquirer {

	private final LockAcquirer acquirer;

	private final LockedCall call;

	private final long start;

	private final Executor releases;

	/** Only one attempt at a time changes it. */
	private final List<LockHandle> acquired = new ArrayList<>();

	private final CompletableFuture<CallHolds> result = new CompletableFuture<>();

	AsyncLockAcquirer(LockAcquirer acquirer, LockedCall call, long start, Executor releases) {
		this.acquirer = acquirer;
		this.call = call;
		this.start = start;
		this.releases = releases;
	}

	CompletableFuture<CallHolds> start() {
		next();
		return this.result;
	}

	private void next() {
		try {
			if (this.acquired.size() == this.call.requested().size()) {
				complete();
				return;
			}
			CompletionStage<LockHandle> attempt = this.acquirer
				.attempt(this.call.requested().get(this.acquired.size()).request(), this.start);
			var unused = attempt.whenComplete(this::attempted);
			var unusedToo = this.result.whenComplete((holds, failure) -> cancel(attempt));
		}
		catch (RuntimeException | Error ex) {
			fail(ex);
		}
	}

	private void attempted(@Nullable LockHandle handle, @Nullable Throwable failure) {
		if (handle == null) {
			fail((failure != null) ? Failures.unwrap(failure)
					: new IllegalStateException("The lock service completed its stage with null"));
			return;
		}
		this.acquired.add(handle);
		if (this.result.isDone()) {
			// The call was canceled after the attempt had already succeeded.
			fail(new IllegalStateException("The call was canceled"));
		}
		else {
			next();
		}
	}

	private void complete() {
		if (this.acquired.size() > 1) {
			// A fixed lease may have expired during the wait for a later key.
			this.acquired.forEach(LockHandle::ensureHeld);
		}
		CallHolds holds = new CallHolds(this.call, this.acquired);
		this.call.fillIn(holds.handle());
		if (!this.result.complete(holds)) {
			fail(new IllegalStateException("The call was canceled"));
		}
	}

	private void fail(Throwable failure) {
		if (this.acquired.isEmpty()) {
			this.result.completeExceptionally(failure);
			return;
		}
		this.releases.execute(() -> {
			LockAcquirer.releaseUnused(this.acquired, failure);
			this.result.completeExceptionally(failure);
		});
	}

	private static void cancel(CompletionStage<LockHandle> attempt) {
		try {
			attempt.toCompletableFuture().cancel(false);
		}
		catch (UnsupportedOperationException ex) {
			// A stage need not be a future. If it acquires a lock later, that is
			// released.
		}
	}

}
