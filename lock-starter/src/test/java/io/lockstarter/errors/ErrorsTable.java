package io.lockstarter.errors;

import java.util.List;

import io.lockstarter.errors.Section.Row;

/** Writes the table of all refusals, {@code src/test/resources/errors/table.md}. */
final class ErrorsTable {

	private final StringBuilder table = new StringBuilder();

	ErrorsTable() {
		line("""
				# All refusals

				This table lists every mistake that the tests know, the message, and the fix. `ErrorsPageTests` starts an application
				with each mistake and compares the messages. It also writes this file (`-Derrors.document=true`). The mistakes that
				users meet most often are in `docs/errors.md`.
				"""
			.stripTrailing());
	}

	void runner(String heading, String text) {
		line("\n## " + heading + "\n\n" + text.strip());
	}

	void section(Section section, List<Refusal> rows) {
		line("\n### " + section.heading() + "\n");
		if (!section.text().isEmpty()) {
			line(String.join("\n", section.text()) + "\n");
		}
		List<String> around = section.rows()
			.stream()
			.map(Row::around)
			.distinct()
			.filter((text) -> !text.equals(Row.PLACEHOLDER))
			.map(ErrorsTable::code)
			.toList();
		if (!around.isEmpty()) {
			line("In " + String.join(", ", around) + ":\n");
		}
		boolean fixes = rows.stream().anyMatch((refusal) -> !refusal.fix().isEmpty());
		line(fixes ? "| what you did | what it says | what to do |\n|---|---|---|"
				: "| what you did | what it says |\n|---|---|");
		for (Refusal refusal : rows) {
			line("| " + code(refusal.row().text()) + " | " + code(refusal.problem())
					+ (fixes ? " | " + code(refusal.fix()) : "") + " |");
		}
	}

	private static String code(String text) {
		String flat = text.replaceAll("\\s*\n\\s*", " ").replace("|", "\\|").replaceAll("\\p{Cs}", "?");
		return flat.contains("`") ? "`` " + flat + " ``" : "`" + flat + "`";
	}

	private void line(String text) {
		this.table.append(text).append('\n');
	}

	@Override
	public String toString() {
		return this.table.toString();
	}

}
