package io.lockstarter.faults.load;

import io.lockstarter.faults.report.Document;
import io.lockstarter.faults.report.Page;

/** Reports the figures of the load tests. */
final class LoadReport {

	private LoadReport() {
	}

	/**
	 * Prints the figures, and writes them into the documentation if that is configured.
	 * @param part the part of the page
	 * @param figures a sentence
	 */
	static void report(String part, String figures) {
		System.out.println("Load: " + figures);
		if (Boolean.getBoolean("faults.document")) {
			Document.reliability().write(part, figures + " (" + Page.machine() + ")");
		}
	}

}
