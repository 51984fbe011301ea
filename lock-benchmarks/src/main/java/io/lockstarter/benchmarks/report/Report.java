package io.lockstarter.benchmarks.report;

import java.util.List;
import java.util.Map;

import io.lockstarter.benchmarks.peers.Peer;

/**
 * All that a run has to tell.
 *
 * @param results what was measured
 * @param peers the contenders, in the order of the columns
 * @param figures the rows
 * @param facts where, when and with what it was measured
 */
public record Report(Results results, List<Peer> peers, List<Figure> figures, Map<String, String> facts) {

	public String markdown() {
		return new Markdown(this).text();
	}

	public String json() {
		return new Json(this).text();
	}

}
