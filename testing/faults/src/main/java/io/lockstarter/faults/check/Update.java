package io.lockstarter.faults.check;

/**
 * One update of a counter, which was read and incremented between two times.
 *
 * @param key the key of the lock that protects the counter
 * @param hold the hold of the update
 * @param from the earliest time
 * @param to the latest time
 * @param read the value before the update
 * @param valid true if the lock was still held afterwards; otherwise the counter may have
 * any value from then on
 */
record Update(String key, String hold, long from, long to, long read, boolean valid) {

	boolean touches(long from, long to) {
		return this.from <= to && this.to >= from;
	}

}
