package io.lockstarter.faults.check;

/**
 * A counter that was read and raised by one, somewhen between two times.
 *
 * @param key the key that protects it
 * @param hold under which hold
 * @param from not before
 * @param to not after
 * @param read what was read
 * @param valid whether the lock was still held afterwards; otherwise the counter may have
 * any value from then on
 */
record Update(String key, String hold, long from, long to, long read, boolean valid) {

	boolean touches(long from, long to) {
		return this.from <= to && this.to >= from;
	}

}
