package io.lockstarter.benchmarks.scenarios;

import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Results;

/** Measures some figures of the comparison. */
interface Scenario {

	FleetPlan plan();

	/** Returns true if the contender can take part. */
	boolean supports(Peer peer);

	/** Warms up all fleets, then measures them in turns. */
	void run(Fleets fleets, MeasurementPlan measurement, Results results);

}
