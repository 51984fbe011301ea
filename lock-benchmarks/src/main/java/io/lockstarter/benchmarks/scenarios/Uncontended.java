package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.fleet.Pinning;
import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/** S1: one thread that nobody disturbs, on one core with its Redis. */
final class Uncontended implements Scenario {

	private static final int COUNTED = 500;

	/** The last release may not have arrived where nobody waits for its reply. */
	private static final Duration UNDER_WAY = Duration.ofMillis(100);

	private static final Loop LOOP = new Loop(1, false);

	@Override
	public FleetPlan plan() {
		return FleetPlan.of(1).onOneCore();
	}

	@Override
	public boolean takes(Peer peer) {
		return true;
	}

	@Override
	public void run(Fleets fleets, Effort effort, Results results) {
		if (!Pinning.isPossible()) {
			results.note("S1", "there is no taskset here, so nothing was kept on one core");
		}
		// For long, since the compiler has the same core: after twice as long as
		// elsewhere,
		// the figures of some still fell from round to round.
		fleets.each("warm-up", (fleet) -> LOOP.run(fleet, effort.warmUp().multipliedBy(6), results));
		fleets.each("count", (fleet) -> results.add(Figure.S1_REQUESTS, fleet.peer(), requests(fleet)));
		fleets.rounds(effort, (fleet) -> results.add(Figure.S1_TIME, fleet.peer(),
				LOOP.run(fleet, effort.round(), results).cycles().percentile(0.5) / 1e3));
	}

	private static double requests(Fleet fleet) {
		return (double) fleet.redis().requestsDuring(() -> {
			fleet.first(Message.of("loop/times").with("key", Loop.KEY).with("times", COUNTED));
			Pause.of(UNDER_WAY);
		}) / COUNTED;
	}

}
