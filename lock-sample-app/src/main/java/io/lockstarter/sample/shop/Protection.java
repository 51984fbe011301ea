package io.lockstarter.sample.shop;

import java.util.OptionalLong;

import io.lockstarter.LockHandle;

/**
 * What stands between two buyers.
 *
 * @param way how it is bought
 * @param check throws when there is no protection any more
 * @param fence the number that the database compares, where there is one
 */
record Protection(Way way, Runnable check, OptionalLong fence) {

	static Protection none() {
		return new Protection(Way.NONE, () -> {
		}, OptionalLong.empty());
	}

	static Protection lock(Way way, LockHandle lock) {
		return new Protection(way, lock::ensureHeld, OptionalLong.empty());
	}

	/**
	 * Nothing is checked before the write: whatever is checked then, a pause can follow
	 * it. The database has the last word.
	 */
	static Protection fence(long fence) {
		return new Protection(Way.FENCED, () -> {
		}, OptionalLong.of(fence));
	}

}
