package io.lockstarter.sample.fleet;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/** Lists the states of an instance. */
public enum InstanceState {

	STARTING, UP,

	/** The process is stopped, and does not notice it. */
	PAUSED,

	DOWN;

	@JsonValue
	String text() {
		return name().toLowerCase(Locale.ROOT);
	}

}
