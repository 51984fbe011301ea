package io.lockstarter.errors;

import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads {@code docs/errors.md}. The prose is written by hand. Each mistake is a block of
 * Java or properties, and the message follows in a block of text.
 */
final class ErrorsPage {

	private static final Pattern EXAMPLE = Pattern
		.compile("(?s)(```(?:java|properties)\n((?:(?!```).)*)\n```\n\n```text\n)((?:(?!```).)*)(\n```\n)");

	private final String page;

	ErrorsPage(String page) {
		this.page = page;
	}

	/** Returns the mistakes that the page shows. */
	Set<String> mistakes() {
		return EXAMPLE.matcher(this.page).results().map((example) -> example.group(2)).collect(Collectors.toSet());
	}

	/** Returns the page with the message of each mistake replaced by the given one. */
	String with(Map<String, String> messages) {
		return EXAMPLE.matcher(this.page)
			.replaceAll((example) -> Matcher.quoteReplacement(replaced(example, messages)));
	}

	private static String replaced(MatchResult example, Map<String, String> messages) {
		String message = messages.getOrDefault(example.group(2), "No test makes this mistake.");
		return example.group(1) + message + example.group(4);
	}

}
