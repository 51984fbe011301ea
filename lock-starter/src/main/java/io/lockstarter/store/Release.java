package io.lockstarter.store;

/**
 * A key to release if its token has it.
 *
 * @param key the key
 * @param token the token
 * @param keepMillis if above zero, the key stays taken without a holder for this long:
 * rule M (minimum hold)
 * @param fence the highest fencing number that was taken with the key, or zero: all later
 * numbers are higher, on every lock server
 */
public record Release(String key, String token, long keepMillis, long fence) {

	/**
	 * The value of a key that is kept after its release, until a minimum hold is over.
	 */
	public static final String TOMBSTONE = "~kept";

	/**
	 * Creates a release without a fencing number.
	 * @param key the key
	 * @param token the token
	 * @param keepMillis how long the key stays taken without a holder
	 */
	public Release(String key, String token, long keepMillis) {
		this(key, token, keepMillis, 0);
	}

}
