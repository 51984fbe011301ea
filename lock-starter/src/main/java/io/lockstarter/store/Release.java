package io.lockstarter.store;

/**
 * A key to give back if its token has it.
 *
 * @param key the key
 * @param token the token
 * @param keepMillis if above zero, the key stays taken by nobody for this long (rule M)
 */
public record Release(String key, String token, long keepMillis) {

	/**
	 * The value of a key that is kept after its release, until a minimum hold is over.
	 */
	public static final String TOMBSTONE = "~kept";

}
