package io.lockstarter.benchmarks.scenarios;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/** S3: runs threads of one JVM on one key. */
final class OneKeyOneJvm implements Scenario {

	private static final Loop LOOP = new Loop(16, true);

	@Override
	public FleetPlan plan() {
		return FleetPlan.of(1);
	}

	@Override
	public boolean supports(Peer peer) {
		return peer.waits();
	}

	@Override
	public void run(Fleets fleets, MeasurementPlan measurement, Results results) {
		fleets.each("warm-up", (fleet) -> LOOP.run(fleet, measurement.warmUp(), results));
		fleets.rounds(measurement, (fleet) -> round(fleet, measurement, results));
	}

	private static void round(Fleet fleet, MeasurementPlan measurement, Results results) {
		Loop.LoopResult result = LOOP.run(fleet, measurement.round(), results);
		results.add(Figure.S3_RATE, fleet.peer(), result.rate());
		results.add(Figure.S3_FAIRNESS, fleet.peer(), result.maxToMin());
		results.add(Figure.S3_WAIT, fleet.peer(), result.waitMillis(0.99));
		results.add(Figure.S3_LONGEST_WAIT, fleet.peer(), result.waitMillis(1));
		results.add(Figure.S3_COMMANDS, fleet.peer(), result.commandsPerPass());
	}

}
