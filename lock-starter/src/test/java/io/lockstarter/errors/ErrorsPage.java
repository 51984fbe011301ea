package io.lockstarter.errors;

import java.util.List;

import io.lockstarter.errors.Section.Row;

/** Writes {@code docs/errors.md}. */
final class ErrorsPage {

	private final StringBuilder page = new StringBuilder();

	ErrorsPage() {
		line("""
				# What it says, and what to do

				Everything that is known to be refused: what was written, what it says, and what to do about it. Each row is run by
				`ErrorsPageTests`, which also wrote this page (`-Derrors.document=true`): an application with the row's mistake was
				started, and failed with this text.
				"""
			.stripTrailing());
	}

	void area(String heading, String text) {
		line("\n## " + heading + "\n\n" + text.strip());
	}

	void section(Section section, List<Told> rows) {
		line("\n### " + section.heading() + "\n");
		if (!section.text().isEmpty()) {
			line(String.join("\n", section.text()) + "\n");
		}
		List<String> around = section.rows()
			.stream()
			.map(Row::around)
			.distinct()
			.filter((text) -> !text.equals(Row.PLACE))
			.map(ErrorsPage::code)
			.toList();
		if (!around.isEmpty()) {
			line("In " + String.join(", ", around) + ":\n");
		}
		boolean fixes = rows.stream().anyMatch((told) -> !told.fix().isEmpty());
		line(fixes ? "| what you did | what it says | what to do |\n|---|---|---|"
				: "| what you did | what it says |\n|---|---|");
		for (Told told : rows) {
			line("| " + code(told.row().text()) + " | " + code(told.problem()) + (fixes ? " | " + code(told.fix()) : "")
					+ " |");
		}
	}

	private static String code(String text) {
		String flat = text.replaceAll("\\s*\n\\s*", " ").replace("|", "\\|").replaceAll("\\p{Cs}", "?");
		return flat.contains("`") ? "`` " + flat + " ``" : "`" + flat + "`";
	}

	private void line(String text) {
		this.page.append(text).append('\n');
	}

	@Override
	public String toString() {
		return this.page.toString();
	}

}
