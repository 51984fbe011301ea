package io.lockstarter.benchmarks.report;

/**
 * The result of the check of mutual exclusion.
 *
 * @param passes the number of passes through the critical section
 * @param lostUpdates the number of lost updates of the counter that the lock protects
 * @param overlaps the number of overlaps in the critical section
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
