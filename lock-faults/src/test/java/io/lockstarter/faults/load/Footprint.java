package io.lockstarter.faults.load;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/**
 * What this JVM needs when nobody is at work.
 *
 * @param heap the bytes that are left on the heap after a collection
 * @param threads the threads
 */
record Footprint(long heap, int threads) {

	private static final int COLLECTIONS = 3;

	static Footprint now() {
		MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
		long heap = Long.MAX_VALUE;
		// What a collection finds in use includes what the one before has only marked.
		for (int i = 0; i < COLLECTIONS; i++) {
			memory.gc();
			heap = Math.min(heap, memory.getHeapMemoryUsage().getUsed());
		}
		return new Footprint(heap, ManagementFactory.getThreadMXBean().getThreadCount());
	}

	@Override
	public String toString() {
		return "%.1f MB, %d threads".formatted(this.heap / 1e6, this.threads);
	}

}
