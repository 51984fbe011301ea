package io.lockstarter.sample.fleet.failure;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/** Lists the failures that the page can cause. */
public enum FailureKind {

	/**
	 * The process of the holder is stopped for longer than its ttl, and then continues.
	 */
	PAUSE,

	/** The process of the holder is killed. */
	KILL,

	/** Redis crashes and restarts without its data. */
	REDIS;

	@JsonValue
	String text() {
		return name().toLowerCase(Locale.ROOT);
	}

}
