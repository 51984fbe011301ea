package io.lockstarter.store;

/** One acquisition of one key by this instance, as it is in the lock server. */
public interface Lease {

	/**
	 * Returns the key.
	 * @return the key
	 */
	String key();

	/**
	 * Returns the value that proves ownership.
	 * @return the token
	 */
	String token();

}
