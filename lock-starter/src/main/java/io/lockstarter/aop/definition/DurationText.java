package io.lockstarter.aop.definition;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.lockstarter.LockRequest;
import org.jspecify.annotations.Nullable;

/** Reads the durations of an annotation. */
final class DurationText {

	private static final LockRequest TRIAL = LockRequest.of("trial");

	private final UnaryOperator<String> environment;

	private final MethodProblems report;

	DurationText(UnaryOperator<String> environment, MethodProblems report) {
		this.environment = environment;
		this.report = report;
	}

	/**
	 * Reads one duration.
	 * @param attribute the name of the attribute
	 * @param text the text of the attribute
	 * @param trial puts the duration into a request, which refuses invalid values
	 * @return the duration; {@code null} if there is no text, or if it is invalid
	 */
	@Nullable Duration read(String attribute, String text, Trial trial) {
		Duration duration = parse(attribute, text);
		if (duration == null) {
			return null;
		}
		return tries(attribute, text, (request) -> trial.with(request, duration)) ? duration : null;
	}

	boolean tries(String attribute, Object value, Function<LockRequest, LockRequest> trial) {
		try {
			var unused = trial.apply(TRIAL);
			return true;
		}
		catch (IllegalArgumentException ex) {
			// The message repeats the attribute and the value, which the report also
			// names.
			String limit = String.valueOf(ex.getMessage()).replaceFirst("^Lock request: \\w+ '[^']*' ", "it ");
			this.report.attribute(attribute, value, limit, "choose a duration within this limit"
					+ (attribute.equals("waitTime") ? ", or forever" : "") + unit(value));
			return false;
		}
	}

	private String unit(Object value) {
		String text = this.environment.apply(String.valueOf(value));
		return text.chars().anyMatch(Character::isLetter) ? "" : DurationSyntax.UNIT;
	}

	private @Nullable Duration parse(String attribute, String text) {
		String value;
		try {
			value = this.environment.apply(text).trim();
		}
		catch (IllegalArgumentException ex) {
			this.report.attribute(attribute, text, String.valueOf(ex.getMessage()),
					"set the property, or give a default: ${name:30s}");
			return null;
		}
		if (value.isEmpty()) {
			return null;
		}
		DurationSyntax syntax = attribute.equals("waitTime") ? DurationSyntax.WAIT_TIME : DurationSyntax.DURATION;
		try {
			return syntax.parse(value);
		}
		catch (IllegalArgumentException ex) {
			String shown = text.equals(value) ? "it" : "'" + value + "'";
			this.report.attribute(attribute, text, shown + " " + syntax.problem(), syntax.fix());
			return null;
		}
	}

	/** Puts a duration into a request. */
	@FunctionalInterface
	interface Trial {

		LockRequest with(LockRequest request, Duration duration);

	}

}
