package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.fleet.Pinning;
import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/** S1: runs one thread without contention, on one core with its Redis. */
final class Uncontended implements Scenario {

	private static final int COUNTED = 500;

	/** An asynchronous release may arrive after its call has returned. */
	private static final Duration SETTLING = Duration.ofMillis(100);

	private static final Loop LOOP = new Loop(1, false);

	@Override
	public FleetPlan plan() {
		return FleetPlan.of(1).onOneCore();
	}

	@Override
	public boolean supports(Peer peer) {
		return true;
	}

	@Override
	public void run(Fleets fleets, MeasurementPlan measurement, Results results) {
		if (!Pinning.isPossible()) {
			results.note("S1", "this system has no taskset, so the processes were not pinned to one core");
		}
		// Longer than in other scenarios, because the compiler shares the core. After
		// twice the usual time, some figures still fell from round to round.
		fleets.each("warm-up", (fleet) -> LOOP.run(fleet, measurement.warmUp().multipliedBy(6), results));
		fleets.each("count", (fleet) -> results.add(Figure.S1_REQUESTS, fleet.peer(), requests(fleet)));
		fleets.rounds(measurement, (fleet) -> results.add(Figure.S1_TIME, fleet.peer(),
				LOOP.run(fleet, measurement.round(), results).cycles().percentile(0.5) / 1e3));
	}

	private static double requests(Fleet fleet) {
		return (double) fleet.redis().requestsDuring(() -> {
			fleet.first(Message.of("loop/times").with("key", Loop.KEY).with("times", COUNTED));
			Pause.of(SETTLING);
		}) / COUNTED;
	}

}
