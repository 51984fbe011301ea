package io.lockstarter.benchmarks.scenarios;

import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Results;

/** One row, or a few, of the comparison. */
interface Scenario {

	FleetPlan plan();

	/** Whether this contender can do what the scenario asks for. */
	boolean takes(Peer peer);

	/** Warms all fleets up, then measures them in turns. */
	void run(Fleets fleets, Effort effort, Results results);

}
