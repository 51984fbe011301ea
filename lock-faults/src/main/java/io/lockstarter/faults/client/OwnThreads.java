package io.lockstarter.faults.client;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Tells which threads were not there at the start and have not ended. */
final class OwnThreads {

	private static final Duration PATIENCE = Duration.ofSeconds(5);

	/**
	 * Pools of the JDK and of Reactor that all code of a JVM shares, and the JVM's own.
	 */
	private static final Set<String> SHARED = Set.of("ForkJoinPool.commonPool", "CompletableFutureDelayScheduler",
			"parallel-", "Attach Listener", "process reaper", "DestroyJavaVM");

	private final Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());

	/** The threads that are left, when they have had time to end. */
	List<Thread> left() {
		long end = System.nanoTime() + PATIENCE.toNanos();
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
