package io.lockstarter.engine;

/**
 * Shortens tokens for logs and pages. The hash shows which lines belong together. It is
 * not the token, since any program with the token can release the lock.
 */
public final class TokenHash {

	private TokenHash() {
	}

	/**
	 * Returns the hash of a token.
	 * @param token the token
	 * @return eight hexadecimal digits
	 */
	public static String of(String token) {
		String digits = Integer.toHexString(token.hashCode());
		return "0".repeat(8 - digits.length()) + digits;
	}

}
