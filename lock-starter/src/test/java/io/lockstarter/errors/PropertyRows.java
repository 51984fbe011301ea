package io.lockstarter.errors;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lockstarter.errors.Section.Row;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.MapPropertySource;

/** Starts applications with a wrong property of {@code distributed-lock} in each row. */
final class PropertyRows implements RowRunner {

	private static final Pattern ONE_PROBLEM = Pattern
		.compile("(?s)The configuration of the distributed locks is invalid:\n\n    - ((?:(?!\n    - ).)*)");

	private static final Pattern ONE_FIX = Pattern
		.compile("(?s)Change the configuration:\n\n    - [^ ]+: ((?:(?!\n    - ).)*)");

	private final List<Section> sections = Section.read("properties.txt");

	@Override
	public List<Section> sections() {
		return this.sections;
	}

	@Override
	public Refusal run(Section section, Row row) {
		String[] property = row.fullCode().replace("\\u0020", " ").split("=", 2);
		FailureAnalysis analysis = Starts.failure(Starts.under(section.conditions())
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("row", Map.of(property[0], property[1])))));
		return new Refusal(row, only(ONE_PROBLEM, analysis.getDescription()), only(ONE_FIX, analysis.getAction()));
	}

	private static String only(Pattern pattern, @Nullable String text) {
		String whole = String.valueOf(text);
		Matcher matcher = pattern.matcher(whole);
		return matcher.matches() ? matcher.group(1) : whole;
	}

}
