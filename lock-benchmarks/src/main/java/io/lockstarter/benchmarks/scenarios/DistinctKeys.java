package io.lockstarter.benchmarks.scenarios;

import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/** S2: many threads, each with a key of its own. */
final class DistinctKeys implements Scenario {

	private static final Loop LOOP = new Loop(32, false);

	@Override
	public FleetPlan plan() {
		return FleetPlan.of(1);
	}

	@Override
	public boolean takes(Peer peer) {
		return true;
	}

	@Override
	public void run(Fleets fleets, Effort effort, Results results) {
		fleets.each("warm-up", (fleet) -> LOOP.run(fleet, effort.warmUp(), results));
		fleets.rounds(effort,
				(fleet) -> results.add(Figure.S2_RATE, fleet.peer(), LOOP.run(fleet, effort.round(), results).rate()));
	}

}
