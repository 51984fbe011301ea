package io.lockstarter.aop.elsewhere;

import io.lockstarter.DistributedLock;

/** Has a lock on a method that a subclass in another package cannot override. */
public class PackagePrivateLock {

	@DistributedLock(key = "k")
	void run() {
	}

}
