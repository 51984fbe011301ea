package io.lockstarter.faults.load;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What this JVM needs when nobody is at work.
 *
 * @param heap the bytes that are left on the heap after a collection
 * @param threads how many threads there are of each kind, which is the name without
 * numbers
 */
record Footprint(long heap, Map<String, Integer> threads) {

	static Footprint now() {
		System.gc();
		// What is in use by now includes what was allocated after the collection.
		long heap = ManagementFactory.getMemoryPoolMXBeans()
			.stream()
			.filter((pool) -> pool.getType() == MemoryType.HEAP)
			.mapToLong((pool) -> pool.getCollectionUsage().getUsed())
			.sum();
		return new Footprint(heap, kinds());
	}

	/**
	 * The smallest: a collection may leave some garbage where it is, but what has grown
	 * is there after each.
	 */
	static Footprint least(List<Footprint> footprints) {
		return Collections.min(footprints, Comparator.comparingLong(Footprint::heap));
	}

	private static Map<String, Integer> kinds() {
		Map<String, Integer> threads = new TreeMap<>();
		for (Thread thread : Thread.getAllStackTraces().keySet()) {
			threads.merge(thread.getName().replaceAll("\\d+", "…"), 1, Integer::sum);
		}
		return threads;
	}

	@Override
	public String toString() {
		return "%.1f MB, %d threads".formatted(this.heap / 1e6,
				this.threads.values().stream().mapToInt(Integer::intValue).sum());
	}

}
