package io.lockstarter.benchmarks.scenarios;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/** S4: the threads of several JVMs, all for the same key. */
final class OneKeyManyJvms implements Scenario {

	/** Also warms up others who have as many JVMs and less to do. */
	static final Loop LOOP = new Loop(4, true);

	static final FleetPlan PLAN = FleetPlan.of(4);

	@Override
	public FleetPlan plan() {
		return PLAN;
	}

	@Override
	public boolean takes(Peer peer) {
		return peer.waits();
	}

	@Override
	public void run(Fleets fleets, Effort effort, Results results) {
		fleets.each("warm-up", (fleet) -> LOOP.run(fleet, effort.warmUp(), results));
		fleets.rounds(effort, (fleet) -> round(fleet, effort, results));
	}

	private static void round(Fleet fleet, Effort effort, Results results) {
		Loop.Outcome outcome = LOOP.run(fleet, effort.round(), results);
		results.add(Figure.S4_RATE, fleet.peer(), outcome.rate());
		results.add(Figure.S4_FAIRNESS, fleet.peer(), outcome.maxToMin());
		results.add(Figure.S4_WAIT, fleet.peer(), outcome.waits().percentile(0.99) / 1e6);
	}

}
