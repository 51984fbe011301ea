package io.lockstarter.benchmarks.scenarios;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/** S3: the threads of one JVM, all for the same key. */
final class OneKeyOneJvm implements Scenario {

	private static final Loop LOOP = new Loop(16, true);

	@Override
	public FleetPlan plan() {
		return FleetPlan.of(1);
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
		results.add(Figure.S3_RATE, fleet.peer(), outcome.rate());
		results.add(Figure.S3_FAIRNESS, fleet.peer(), outcome.maxToMin());
		results.add(Figure.S3_COMMANDS, fleet.peer(), outcome.commandsPerPass());
	}

}
