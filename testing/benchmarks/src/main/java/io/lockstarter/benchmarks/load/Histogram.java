package io.lockstarter.benchmarks.load;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A histogram of times in nanoseconds, with a precision of a thousandth. Not thread-safe.
 */
public final class Histogram {

	private static final int BITS = 10;

	private static final int STEPS = 1 << BITS;

	private final int[] counts = new int[(Long.SIZE - BITS) * STEPS];

	public void add(long nanos) {
		this.counts[index(Math.max(0, nanos))]++;
	}

	public Histogram add(Histogram other) {
		Arrays.setAll(this.counts, (index) -> this.counts[index] + other.counts[index]);
		return this;
	}

	public long count() {
		return Arrays.stream(this.counts).asLongStream().sum();
	}

	/**
	 * Returns a percentile.
	 * @param share 0.5 for the median
	 * @return nanoseconds, or NaN if the histogram is empty
	 */
	public double percentile(double share) {
		long wanted = Math.max(1, (long) Math.ceil(share * count()));
		long seen = 0;
		for (int index = 0; index < this.counts.length; index++) {
			seen += this.counts[index];
			if (seen >= wanted) {
				return lowest(index);
			}
		}
		return Double.NaN;
	}

	/** Returns one line of text for {@link #parse}. */
	public String text() {
		return IntStream.range(0, this.counts.length)
			.filter((index) -> this.counts[index] > 0)
			.mapToObj((index) -> index + ":" + this.counts[index])
			.collect(Collectors.joining(","));
	}

	public static Histogram parse(String text) {
		Histogram histogram = new Histogram();
		for (String entry : text.isEmpty() ? new String[0] : text.split(",", -1)) {
			int colon = entry.indexOf(':');
			histogram.counts[Integer.parseInt(entry.substring(0, colon))] = Integer
				.parseInt(entry.substring(colon + 1));
		}
		return histogram;
	}

	// Exact up to STEPS, then STEPS for each doubling.
	private static int index(long value) {
		if (value < STEPS) {
			return (int) value;
		}
		int shift = Long.SIZE - 1 - BITS - Long.numberOfLeadingZeros(value);
		return (shift + 1) * STEPS + (int) ((value >>> shift) - STEPS);
	}

	private static double lowest(int index) {
		int shift = index / STEPS - 1;
		return (shift < 0) ? index : (double) ((long) (index % STEPS + STEPS) << shift);
	}

}
