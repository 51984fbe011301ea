package io.lockstarter.test.app;

import java.util.concurrent.CompletableFuture;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;

import org.springframework.stereotype.Service;

/** A service with locks. */
@Service
public class OrderService {

	@DistributedLock(key = "order:#<id>", waitTime = "0")
	public String ship(long id) {
		return "shipped " + LockHandle.current().key();
	}

	@DistributedLock(key = "order:#<id>", waitTime = "1m")
	public void cancel(long id) {
	}

	@DistributedLock(key = "order:#<id>", waitTime = "0")
	public void shipWhile(long id, Runnable work) {
		work.run();
	}

	@DistributedLock(key = { "order:#<from>", "order:#<to>" })
	public void merge(long from, long to) {
	}

	@DistributedLock(key = "order:#<id>", type = io.lockstarter.LockType.READ)
	public void read(long id) {
	}

	@DistributedLock(key = "invoice:#<id>")
	public CompletableFuture<String> invoice(long id) {
		return CompletableFuture.completedFuture("invoice " + id);
	}

	public void list() {
	}

}
