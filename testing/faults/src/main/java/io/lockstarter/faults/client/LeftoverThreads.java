package io.lockstarter.faults.client;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds threads that were started since the creation of this object and have not ended.
 */
final class LeftoverThreads {

	private static final Duration TIMEOUT = Duration.ofSeconds(15);

	/**
	 * Shared pools of the JDK and of Reactor, and the threads of the JVM itself.
	 */
	private static final Set<String> SHARED = Set.of("ForkJoinPool.commonPool", "CompletableFutureDelayScheduler",
			"parallel-", "Attach Listener", "process reaper", "DestroyJavaVM");

	private final Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());

	/** Returns the threads that are left after the timeout. */
	List<Thread> left() {
		long end = System.nanoTime() + TIMEOUT.toNanos();
		List<Thread> left = now();
		while (!left.isEmpty() && System.nanoTime() < end) {
			LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
			left = now();
		}
		return left;
	}

	private List<Thread> now() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.isAlive() && !this.before.contains(thread) && thread != Thread.currentThread()
					&& SHARED.stream().noneMatch(thread.getName()::startsWith))
			.toList();
	}

}
