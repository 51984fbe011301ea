package io.lockstarter.aop.definition;

import java.util.function.UnaryOperator;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.internal.Limits;

/**
 * Returns the number of permits of a semaphore. A text with <code>${…}</code> is resolved
 * for every call, so that a changed property takes effect without a restart.
 */
public final class Permits {

	/** The permits of locks that are no semaphores. */
	public static final Permits NONE = new Permits(0, "", UnaryOperator.identity());

	/** The numbers that are accepted, in words. */
	static final String LIMITS = "between 1 and " + Limits.MAX_PERMITS;

	private final int number;

	private final String text;

	private final UnaryOperator<String> environment;

	private Permits(int number, String text, UnaryOperator<String> environment) {
		this.number = number;
		this.text = text;
		this.environment = environment;
	}

	static Permits of(int number) {
		return new Permits(number, "", UnaryOperator.identity());
	}

	/**
	 * Creates permits from a text.
	 * @param text a number, or a text with <code>${…}</code>
	 * @param environment replaces <code>${…}</code>, and throws if it cannot
	 * @return the permits
	 * @throws IllegalArgumentException if the text does not give a number, with the
	 * problem as its message
	 */
	static Permits of(String text, UnaryOperator<String> environment) {
		int number = parse(text, environment);
		return text.contains("${") ? new Permits(0, text, environment) : of(number);
	}

	/**
	 * Returns the number for a call.
	 * @return the number; 0 if the lock is no semaphore
	 * @throws InvalidLockDefinitionException if the text does not give a number any more
	 */
	int get() {
		if (this.text.isEmpty()) {
			return this.number;
		}
		try {
			return parse(this.text, this.environment);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidLockDefinitionException("permitsString = \"" + this.text + "\": " + ex.getMessage()
					+ ". Set it to a whole number " + LIMITS + ".", ex);
		}
	}

	private static int parse(String text, UnaryOperator<String> environment) {
		String value = environment.apply(text).trim();
		String shown = value.equals(text) ? "it" : "'" + value + "'";
		int number;
		try {
			number = Integer.parseInt(value);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException(shown + " is not a whole number", ex);
		}
		if (number < 1 || number > Limits.MAX_PERMITS) {
			throw new IllegalArgumentException(shown + " is not " + LIMITS);
		}
		return number;
	}

	@Override
	public String toString() {
		return this.text.isEmpty() ? String.valueOf(this.number) : this.text;
	}

}
