package io.lockstarter.benchmarks.scenarios;

import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/** S2: runs many threads, each with its own key. */
final class DistinctKeys implements Scenario {

	private static final Loop LOOP = new Loop(32, false);

	@Override
	public FleetPlan plan() {
		return FleetPlan.of(1);
	}

	@Override
	public boolean supports(Peer peer) {
		return true;
	}

	@Override
	public void run(Fleets fleets, MeasurementPlan measurement, Results results) {
		// Longer than in other scenarios, because the compiler competes with 32 threads
		// for
		// the cores. After the usual time, the figures of most contenders still rose from
		// round to round.
		fleets.each("warm-up", (fleet) -> LOOP.run(fleet, measurement.warmUp().multipliedBy(10), results));
		fleets.rounds(measurement, (fleet) -> results.add(Figure.S2_RATE, fleet.peer(),
				LOOP.run(fleet, measurement.round(), results).rate()));
	}

}
