package io.lockstarter.errors;

import java.util.List;

import io.lockstarter.errors.Section.Row;

/** Prepares and runs the rows of one table. */
interface RowRunner {

	List<Section> sections();

	/** Adds the classes that must be compiled. */
	default void prepare(JavaRows java) {
	}

	/** Makes the mistake of the row, and fails if it is not refused. */
	Refusal run(Section section, Row row);

}
