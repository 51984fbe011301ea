package io.lockstarter.aop.key;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Detects a placeholder in another notation: {@code {id}}, {@code {0}}, {@code <id>},
 * {@code $id} or {@code %d}. Here it is fixed text. A key with nothing else would be one
 * lock for all calls. Other text in braces is accepted, since it may be a hash tag of a
 * Redis Cluster.
 *
 * @param index the position in the template
 * @param text the placeholder as it was written
 * @param meant the expression that it probably stands for
 */
record ForeignPlaceholder(int index, String text, String meant) {

	// The path after a name is limited, since a template can be long.
	private static final String NAME = "\\s*+([\\p{L}_][\\p{L}\\p{Nd}_]*+(?:[.\\[][^{}<>]{0,200})?)\\s*+";

	private static final Pattern NAMED = Pattern
		.compile("\\{" + NAME + "}|<" + NAME + ">|\\$([\\p{L}_][\\p{L}\\p{Nd}_]*+)");

	// A letter or digit behind a directive of printf excludes text such as 20%discount.
	private static final Pattern POSITIONED = Pattern.compile("\\{\\s*+(\\d{0,3})\\s*+(?:,[^{}]{0,200})?}"
			+ "|%(?:(\\d{1,3})\\$)?[-+0,]*+\\d{0,3}(?:\\.\\d{1,3})?[sSdxX](?![\\p{L}\\p{Nd}])");

	/** Returns the placeholder that begins at an index; {@code null} if none does. */
	static @Nullable ForeignPlaceholder at(int index, String template, Parameters parameters) {
		if ("{<$%".indexOf(template.charAt(index)) < 0) {
			return null;
		}
		Matcher named = NAMED.matcher(template).region(index, template.length());
		if (named.lookingAt()) {
			String path = Stream.of(1, 2, 3).map(named::group).filter(Objects::nonNull).findFirst().orElseThrow();
			String name = path.split("[.\\[]", 2)[0];
			return parameters.hasValue(parameters.find(name)) ? new ForeignPlaceholder(index, named.group(), path)
					: null;
		}
		Matcher positioned = POSITIONED.matcher(template).region(index, template.length());
		if (positioned.lookingAt()) {
			IntStream candidates = candidates(positioned.group(1), positioned.group(2), parameters);
			return candidates.filter(parameters::hasValue)
				.mapToObj((parameter) -> new ForeignPlaceholder(index, positioned.group(), parameters.name(parameter)))
				.findFirst()
				.orElse(null);
		}
		return null;
	}

	// MessageFormat counts from 0, and printf from 1.
	private static IntStream candidates(@Nullable String fromZero, @Nullable String fromOne, Parameters parameters) {
		if (fromOne != null) {
			return IntStream.of(Integer.parseInt(fromOne) - 1);
		}
		return (fromZero != null && !fromZero.isEmpty()) ? IntStream.of(Integer.parseInt(fromZero))
				: IntStream.range(0, parameters.count());
	}

	KeyTemplateException refuse(String template) {
		return new TemplatePosition(template, this.index)
			.refuse("'" + this.text + "' is fixed text here, so all calls would share one lock", "write #<" + this.meant
					+ ">; if the text itself is meant, write #<'" + this.text.replace("'", "''") + "'>");
	}

}
