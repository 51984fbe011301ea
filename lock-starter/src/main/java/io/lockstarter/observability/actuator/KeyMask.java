package io.lockstarter.observability.actuator;

import io.lockstarter.engine.TokenHash;

/**
 * Replaces keys by a hash if they must not be shown. Two equal keys have equal hashes.
 *
 * @param active whether keys are masked
 */
public record KeyMask(boolean active) {

	String apply(String key) {
		return this.active ? "****" + TokenHash.of(key) : key;
	}

}
