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
 * Rows of a table that have something in common. In its file, {@code ==} begins a section
 * with its heading, {@code --} is text for readers, {@code with:} are the conditions,
 * {@code in:} is what stands around the rows that follow, which have their place at
 * {@code …}, and each other line is a row.
 */
record Section(String heading, List<String> text, List<String> conditions, List<Row> rows) {

	static List<Section> read(String file) {
		List<Section> sections = new ArrayList<>();
		String around = Row.PLACE;
		for (String line : lines(file)) {
			if (line.startsWith("== ")) {
				sections.add(new Section(line.substring(3), new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
				around = Row.PLACE;
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
	 * One wrong input.
	 *
	 * @param text as it is written in the table
	 * @param around what stands around it
	 */
	record Row(String text, String around) {

		static final String PLACE = "…";

		String whole() {
			return this.around.replace(PLACE, this.text);
		}

	}

}
