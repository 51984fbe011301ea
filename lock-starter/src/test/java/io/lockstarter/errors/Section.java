package io.lockstarter.errors;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Holds related rows of a table. In its file, {@code ==} begins a section with its
 * heading, {@code --} is text for readers, and {@code with:} lists the conditions.
 * {@code in:} is a code template. Each following row is inserted at its {@code …}. Each
 * other line is a row.
 */
record Section(String heading, List<String> text, List<String> conditions, List<Row> rows) {

	static List<Section> read(String file) {
		List<Section> sections = new ArrayList<>();
		String around = Row.PLACEHOLDER;
		for (String line : lines(file)) {
			if (line.startsWith("== ")) {
				sections.add(new Section(line.substring(3), new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
				around = Row.PLACEHOLDER;
				continue;
			}
			Section section = sections.get(sections.size() - 1);
			if (line.startsWith("-- ")) {
				section.text.add(line.substring(3));
			}
			else if (line.startsWith("with: ")) {
				section.conditions.addAll(Arrays.asList(line.substring(6).split(" ")));
			}
			else if (line.startsWith("in: ")) {
				around = line.substring(4);
			}
			else if (!line.isBlank()) {
				section.rows.add(new Row(line, around));
			}
		}
		return sections;
	}

	private static List<String> lines(String file) {
		try (InputStream in = Section.class.getResourceAsStream("/errors/" + file)) {
			return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8).lines().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Holds one wrong input.
	 *
	 * @param text the text in the table
	 * @param around the code around it
	 */
	record Row(String text, String around) {

		static final String PLACEHOLDER = "…";

		String fullCode() {
			return this.around.replace(PLACEHOLDER, this.text);
		}

		/** Returns the mistake as the page shows it. */
		String documentationText() {
			return this.around.contains(PLACEHOLDER) ? fullCode() : this.around + "\n" + this.text;
		}

	}

}
