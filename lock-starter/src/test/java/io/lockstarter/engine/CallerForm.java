package io.lockstarter.engine;

import java.util.concurrent.CompletableFuture;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import reactor.core.publisher.Mono;

/** The forms of callers that contend for a lock. */
enum CallerForm {

	/** A thread that blocks. */
	THREAD {
		@Override
		CompletableFuture<Void> repeat(TestInstance instance, LockRequest request, int times, Runnable section) {
			CompletableFuture<Void> done = new CompletableFuture<>();
			new Thread(() -> {
				try {
					for (int i = 0; i < times; i++) {
						instance.locks().run(request, section);
					}
					done.complete(null);
				}
				catch (RuntimeException ex) {
					done.completeExceptionally(ex);
				}
			}).start();
			return done;
		}
	},

	/** A chain of futures. */
	FUTURE {
		@Override
		CompletableFuture<Void> repeat(TestInstance instance, LockRequest request, int times, Runnable section) {
			if (times == 0) {
				return CompletableFuture.completedFuture(null);
			}
			CompletableFuture<LockHandle> unwanted = instance.locks().acquireAsync(request);
			CompletableFuture<Void> held = instance.locks().acquireAsync(request).thenAccept((handle) -> {
				section.run();
				handle.close();
			}).toCompletableFuture();
			// It may have the lock already, and then the other one waits for it.
			if (!unwanted.cancel(false)) {
				unwanted.join().close();
			}
			return held.thenCompose((done) -> repeat(instance, request, times - 1, section));
		}
	},

	/** A chain of subscriptions. */
	SUBSCRIPTION {
		@Override
		CompletableFuture<Void> repeat(TestInstance instance, LockRequest request, int times, Runnable section) {
			Mono<Void> once = instance.reactive().withLock(request, Mono.fromRunnable(section));
			Mono<Void> disturbed = Mono.defer(() -> {
				instance.reactive().withLock(request, Mono.empty()).subscribe().dispose();
				return once;
			});
			return disturbed.repeat(times - 1L).then().toFuture();
		}
	};

	/**
	 * Acquires a lock again and again. Callers that do not block also cancel as many
	 * requests.
	 * @param instance the instance of the caller
	 * @param request the request
	 * @param times how often to acquire the lock
	 * @param section runs under the lock
	 * @return completes at the end
	 */
	abstract CompletableFuture<Void> repeat(TestInstance instance, LockRequest request, int times, Runnable section);

}
