package io.lockstarter.transaction;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Runs work on a thread of its own, and so in a transaction of its own. */
final class Background {

	private Background() {
	}

	static <T> CompletableFuture<T> run(Supplier<T> work) {
		return CompletableFuture.supplyAsync(work, (task) -> {
			Thread thread = new Thread(task, "background");
			thread.setDaemon(true);
			thread.start();
		});
	}

}
