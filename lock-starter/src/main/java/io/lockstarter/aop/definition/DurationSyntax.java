package io.lockstarter.aop.definition;

import java.time.Duration;

import io.lockstarter.LockRequest;

import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * Parses durations. Annotations and properties share it, so both accept the same texts
 * and report errors with the same words.
 */
public enum DurationSyntax {

	/** A duration, such as 30s, 1h30m or PT30S. */
	DURATION("is not a duration", ""),

	/** A duration, or "forever". */
	WAIT_TIME("is neither a duration nor 'forever'", ", 0 to try once, or forever");

	/** Explains the unit of a number without a unit. */
	public static final String UNIT = " (a number without a unit counts milliseconds)";

	private final String problem;

	private final String alternatives;

	DurationSyntax(String problem, String alternatives) {
		this.problem = problem;
		this.alternatives = alternatives;
	}

	/**
	 * Parses a text.
	 * @param text the text; blanks around it are ignored
	 * @return the duration; {@link LockRequest#FOREVER} for "forever"
	 * @throws IllegalArgumentException if the text does not follow the syntax
	 */
	public Duration parse(String text) {
		String trimmed = text.trim();
		if (this == WAIT_TIME && trimmed.equalsIgnoreCase("forever")) {
			return LockRequest.FOREVER;
		}
		try {
			return DurationFormatterUtils.detectAndParse(trimmed);
		}
		catch (ArithmeticException ex) {
			throw new IllegalArgumentException("'" + trimmed + "' is too long for a duration", ex);
		}
	}

	/**
	 * Describes the error of a text that cannot be parsed.
	 * @return the end of a sentence that begins with the text
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * Describes the fix for a text that cannot be parsed.
	 * @return the fix, which begins with a small letter
	 */
	public String fix() {
		return "set it to a duration such as 30s, 1h30m or PT30S" + UNIT + this.alternatives;
	}

}
