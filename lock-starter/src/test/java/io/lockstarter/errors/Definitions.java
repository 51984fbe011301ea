package io.lockstarter.errors;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lockstarter.errors.Section.Row;

import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Starts applications with wrong annotations. Each row is a class {@code Shop}, or
 * members of it.
 */
final class Definitions implements RowRunner {

	private static final Pattern DESCRIPTION = Pattern
		.compile("(?s)@DistributedLock cannot work as it is defined \\(1 problem\\):\n\n"
				+ "  - row\\d+\\.(Shop\\.\\w+\\([^)]*\\): .*)\n    Fix: (.*)");

	private final List<Section> sections = Section.read("definitions.txt");

	private final Map<Row, String> classes = new HashMap<>();

	private JavaRows java = new JavaRows();

	@Override
	public List<Section> sections() {
		return this.sections;
	}

	@Override
	public void prepare(JavaRows java) {
		this.java = java;
		for (Section section : this.sections) {
			section.rows().forEach((row) -> this.classes.put(row, java.add("Shop", row.fullCode())));
		}
	}

	@Override
	public Refusal run(Section section, Row row) {
		List<String> conditions = new ArrayList<>(section.conditions());
		if (conditions.stream().noneMatch((condition) -> condition.contains("redlock"))) {
			conditions.add("distributed-lock.store=memory");
		}
		Class<?> shop = this.java.get(String.valueOf(this.classes.get(row)));
		FailureAnalysis analysis = Starts
			.failure(Starts.under(conditions).withClassLoader(this.java.classes()).withUserConfiguration(shop));
		Matcher matcher = DESCRIPTION.matcher(analysis.getDescription());
		// A refusal of Spring itself has an action instead of our fix.
		return matcher.matches() ? new Refusal(row, withoutRow(matcher.group(1)), matcher.group(2))
				: new Refusal(row, withoutRow(analysis.getDescription()), String.valueOf(analysis.getAction()));
	}

	private static String withoutRow(String text) {
		return text.replaceAll("row\\d+\\.", "");
	}

}
