package io.lockstarter.benchmarks.scenarios;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/** S4: runs threads of several JVMs on one key. */
final class OneKeyManyJvms implements Scenario {

	/** Also warms up other scenarios with the same number of JVMs. */
	static final Loop LOOP = new Loop(4, true);

	static final FleetPlan PLAN = FleetPlan.of(4);

	@Override
	public FleetPlan plan() {
		return PLAN;
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
		results.add(Figure.S4_RATE, fleet.peer(), result.rate());
		results.add(Figure.S4_FAIRNESS, fleet.peer(), result.maxToMin());
		results.add(Figure.S4_WAIT, fleet.peer(), result.waitMillis(0.99));
		results.add(Figure.S4_LONGEST_WAIT, fleet.peer(), result.waitMillis(1));
	}

}
