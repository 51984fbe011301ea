package io.lockstarter.errors;

import java.util.List;

import io.lockstarter.errors.Section.Row;

/** One of the tables: how its rows are made and run. */
interface Area {

	List<Section> sections();

	/** Adds what has to be compiled. */
	default void prepare(JavaRows java) {
	}

	/** Does what the row does, and fails if that is not refused. */
	Told run(Section section, Row row);

}
