package io.lockstarter.store;

/**
 * A key to give back if its token has it.
 *
 * @param key the key
 * @param token the token
 * @param keepMillis if above zero, the key stays taken by nobody for this long (rule M)
 * @param fence the highest fencing number that was taken with it, or zero: all that come
 * after it are higher, wherever they are taken
 */
public record Release(String key, String token, long keepMillis, long fence) {

	/**
	 * The value of a key that is kept after its release, until a minimum hold is over.
	 */
	public static final String TOMBSTONE = "~kept";

	/**
	 * A release of what has no fencing number.
	 * @param key the key
	 * @param token the token
	 * @param keepMillis for how long the key stays taken by nobody
	 */
	public Release(String key, String token, long keepMillis) {
		this(key, token, keepMillis, 0);
	}

}
