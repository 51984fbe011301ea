package io.lockstarter.benchmarks.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.lockstarter.benchmarks.peers.Peer;

/**
 * The report of a run.
 *
 * @param results the measured values
 * @param peers the contenders, in the order of the rows
 * @param figures the figures
 * @param facts machine, versions and date
 */
public record Report(Results results, List<Peer> peers, List<Figure> figures, Map<String, String> facts) {

	public String markdown() {
		return new Markdown(this).text();
	}

	/** Returns the picture as SVG; empty if its points were not measured. */
	public Optional<String> picture() {
		return this.results.curves().isEmpty() ? Optional.empty()
				: Optional.of(new Picture(this.results.curves()).text());
	}

	public String json() {
		return new Json(this).text();
	}

}
