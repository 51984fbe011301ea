package io.lockstarter.faults.report;

import java.util.List;

import io.lockstarter.faults.drive.Outcome;

/** The page of the documentation. */
final class Page {

	private Page() {
	}

	static String of(List<Outcome> outcomes) {
		return Report.table(outcomes);
	}

}
