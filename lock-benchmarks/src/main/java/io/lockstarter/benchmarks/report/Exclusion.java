package io.lockstarter.benchmarks.report;

/**
 * What became of mutual exclusion.
 *
 * @param passes through the section
 * @param lostUpdates of the counter that only the lock protects
 * @param overlaps how often somebody was not alone in the section
 */
public record Exclusion(long passes, long lostUpdates, long overlaps) {

	static final Exclusion NONE = new Exclusion(0, 0, 0);

	Exclusion plus(Exclusion other) {
		return new Exclusion(this.passes + other.passes, this.lostUpdates + other.lostUpdates,
				this.overlaps + other.overlaps);
	}

	public boolean isKept() {
		return this.lostUpdates == 0 && this.overlaps == 0;
	}

}
