package io.lockstarter.faults.load;

import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The memory and the threads of this JVM at rest.
 *
 * @param heap the bytes of all live objects
 * @param threads the number of threads of each kind, which is the name without numbers
 */
record Footprint(long heap, Map<String, Integer> threads) {

	private static final int COLLECTIONS = 5;

	static Footprint now() {
		// The first collections only clear references, and requests may still be running.
		// Later collections free their objects.
		long least = LongStream.generate(Footprint::liveBytes).limit(COLLECTIONS).min().orElseThrow();
		return new Footprint(least, kinds());
	}

	/**
	 * Returns the sum of a class histogram of live objects. Memory pools would include up
	 * to two megabytes of garbage that a collection does not move.
	 */
	private static long liveBytes() {
		try {
			Object histogram = ManagementFactory.getPlatformMBeanServer()
				.invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
						new Object[] { new String[0] }, new String[] { String[].class.getName() });
			String total = String.valueOf(histogram)
				.lines()
				.filter((line) -> line.startsWith("Total"))
				.findFirst()
				.orElseThrow();
			return Long.parseLong(total.strip().split("\\s+", -1)[2]);
		}
		catch (JMException ex) {
			throw new IllegalStateException("This JVM gives no class histogram", ex);
		}
	}

	/**
	 * Returns the smallest footprint. A cache may be full in one of them, but a leak
	 * shows in each.
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
