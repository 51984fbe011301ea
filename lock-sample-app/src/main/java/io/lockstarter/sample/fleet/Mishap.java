package io.lockstarter.sample.fleet;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/** What can go wrong, on demand. */
enum Mishap {

	/** The holder stops for longer than its ttl, and then goes on. */
	PAUSE,

	/** The holder's process is killed. */
	KILL,

	/** Redis crashes and comes back without its data. */
	REDIS;

	@JsonValue
	String text() {
		return name().toLowerCase(Locale.ROOT);
	}

}
