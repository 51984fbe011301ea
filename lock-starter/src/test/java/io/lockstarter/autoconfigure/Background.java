package io.lockstarter.autoconfigure;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Runs work on a separate thread. */
final class Background {

	private Background() {
	}

	static <T> CompletableFuture<T> run(Callable<T> job) {
		CompletableFuture<T> result = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				result.complete(job.call());
			}
			catch (Exception | Error ex) {
				result.completeExceptionally(ex);
			}
		}, "background");
		thread.setDaemon(true);
		thread.start();
		return result;
	}

	static CompletableFuture<Boolean> close(AutoCloseable context) {
		return run(() -> {
			context.close();
			return true;
		});
	}

}
