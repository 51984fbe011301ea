package io.lockstarter.benchmarks.report;

/** Lists the parts of the picture: throughput over the number of threads. */
public enum Curve {

	/** Each thread has a key of its own. */
	DISTINCT_KEYS("Each thread has its own key", false),

	/** All threads use the same key. */
	ONE_KEY("All threads use one key (logarithmic)", true);

	private final String title;

	private final boolean logarithmic;

	Curve(String title, boolean logarithmic) {
		this.title = title;
		this.logarithmic = logarithmic;
	}

	String title() {
		return this.title;
	}

	/** Returns true if the axis of the throughput is logarithmic. */
	boolean isLogarithmic() {
		return this.logarithmic;
	}

}
