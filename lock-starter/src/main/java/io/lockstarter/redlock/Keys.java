package io.lockstarter.redlock;

import io.lockstarter.redis.FenceKey;

/**
 * Builds the names of the keys on the nodes.
 *
 * @param prefix the prefix of every key in Redis
 */
record Keys(String prefix) {

	String lock(String key) {
		return this.prefix + key;
	}

	String counter(String key) {
		return FenceKey.of(this.prefix, key);
	}

	/** Returns the key of the mark that an instance waits; no lock has such a key. */
	String waiterMark(String key) {
		return this.prefix + "~wanted:" + key;
	}

	/** Returns the instance of a token. */
	static String instance(String token) {
		int colon = token.indexOf(':');
		return (colon < 0) ? token : token.substring(0, colon);
	}

}
