package io.lockstarter.store;

/** What this instance has in the lock server: one acquisition of one key. */
public interface Lease {

	/**
	 * The key.
	 * @return the key
	 */
	String key();

	/**
	 * The value that proves ownership.
	 * @return the token
	 */
	String token();

}
