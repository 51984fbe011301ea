package io.lockstarter;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import io.lockstarter.LockService.CheckedCallable;
import org.jspecify.annotations.Nullable;

/** Contains the bodies of the default methods of {@link LockService}. */
final class Attempts {

	private Attempts() {
	}

	static void checkAction(@Nullable Object action) {
		if (action == null) {
			throw new IllegalArgumentException("The action is null: pass the code to run under the lock");
		}
	}

	@SuppressWarnings("try")
	static void run(LockHandle handle, Runnable action) {
		try (handle; LockScope scope = new LockScope(handle)) {
			action.run();
		}
	}

	static boolean run(Optional<LockHandle> handle, Runnable action) {
		handle.ifPresent((held) -> run(held, action));
		return handle.isPresent();
	}

	@SuppressWarnings("try")
	static <T extends @Nullable Object, E extends Throwable> T call(LockHandle handle, CheckedCallable<T, E> action)
			throws E {
		try (handle; LockScope scope = new LockScope(handle)) {
			return action.call();
		}
	}

	/** The customizers of the lock service may still add a wait time. */
	static LockRequest withoutWaiting(LockRequest request) {
		return (request == null || request.waitTime() != null) ? request : request.withWaitTime(Duration.ZERO);
	}

	static Collection<LockRequest> withoutWaiting(Collection<LockRequest> requests) {
		return (requests == null) ? requests : requests.stream().map(Attempts::withoutWaiting).toList();
	}

	static Optional<LockHandle> unlessBusy(Supplier<LockHandle> acquire) {
		try {
			return Optional.of(acquire.get());
		}
		catch (LockNotAcquiredException ex) {
			if (isBusy(ex)) {
				return Optional.empty();
			}
			throw ex;
		}
	}

	static CompletableFuture<Optional<LockHandle>> unlessBusyAsync(CompletableFuture<LockHandle> attempt) {
		CompletableFuture<Optional<LockHandle>> result = new CompletableFuture<>();
		var unused = result.whenComplete((handle, failure) -> attempt.cancel(false));
		var ignored = attempt.whenComplete((handle, failure) -> {
			if (handle != null) {
				if (!result.complete(Optional.of(handle))) {
					handle.release();
				}
			}
			else if (isBusy(cause(failure))) {
				result.complete(Optional.empty());
			}
			else {
				result.completeExceptionally(failure);
			}
		});
		return result;
	}

	private static boolean isBusy(@Nullable Throwable failure) {
		return failure instanceof LockNotAcquiredException refused
				&& refused.reason() == LockNotAcquiredException.Reason.BUSY;
	}

	private static @Nullable Throwable cause(@Nullable Throwable failure) {
		return (failure instanceof CompletionException) ? failure.getCause() : failure;
	}

}
