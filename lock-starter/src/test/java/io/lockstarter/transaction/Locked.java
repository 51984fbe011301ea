package io.lockstarter.transaction;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.lockstarter.DistributedLock;
import io.lockstarter.OnLost;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Runs the given work under locks of several kinds. */
class Locked {

	@DistributedLock(key = "a")
	public void run(Runnable work) {
		work.run();
	}

	@DistributedLock(key = "a", onLost = OnLost.IGNORE)
	public void runIgnoring(Runnable work) {
		work.run();
	}

	@DistributedLock(key = "a")
	@DistributedLock(key = "b", onLost = OnLost.IGNORE)
	public void runUnderTwo(Runnable work) {
		work.run();
	}

	@DistributedLock(key = "b")
	public void runUnderAnother(Runnable work) {
		work.run();
	}

	@DistributedLock(key = "a")
	@Transactional
	public void runTransactional(Runnable work) {
		work.run();
	}

	@DistributedLock(key = "a", onLost = OnLost.IGNORE)
	@Transactional
	public void runTransactionalIgnoring(Runnable work) {
		work.run();
	}

	@DistributedLock(key = "a")
	@Transactional(propagation = Propagation.REQUIRES_NEW)
	public void runInNewTransaction(Runnable work) {
		work.run();
	}

	@DistributedLock(key = "a")
	public CompletableFuture<@Nullable String> start(Supplier<CompletableFuture<@Nullable String>> work) {
		return work.get();
	}

}
