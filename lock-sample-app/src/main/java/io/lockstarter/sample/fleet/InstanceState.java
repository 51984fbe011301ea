package io.lockstarter.sample.fleet;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/** What an instance is doing. */
enum InstanceState {

	STARTING, UP,

	/** Stopped in the middle of what it did; it does not know. */
	PAUSED,

	DOWN;

	@JsonValue
	String text() {
		return name().toLowerCase(Locale.ROOT);
	}

}
