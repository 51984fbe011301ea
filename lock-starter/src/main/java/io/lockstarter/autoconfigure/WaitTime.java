package io.lockstarter.autoconfigure;

import java.time.Duration;

import io.lockstarter.LockRequest;

import org.springframework.boot.convert.DurationStyle;

/** The text of a wait time: a duration as anywhere in Spring Boot, or "forever". */
final class WaitTime {

	private WaitTime() {
	}

	/**
	 * Reads a wait time.
	 * @param text the text
	 * @return the duration, or {@link LockRequest#FOREVER}
	 * @throws IllegalArgumentException if it is neither
	 */
	static Duration parse(String text) {
		String trimmed = text.trim();
		return "forever".equalsIgnoreCase(trimmed) ? LockRequest.FOREVER : DurationStyle.detectAndParse(trimmed);
	}

}
