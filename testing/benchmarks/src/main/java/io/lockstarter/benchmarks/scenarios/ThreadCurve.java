package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Curve;
import io.lockstarter.benchmarks.report.Results;

/** Measures the throughput over the number of threads, for the picture. */
final class ThreadCurve implements Scenario {

	private static final List<Integer> THREADS = List.of(1, 2, 4, 8, 16, 32, 64);

	private static final Set<Peer> PEERS = EnumSet.of(Peer.FLOOR, Peer.REDISSON, Peer.SPRING_SPIN, Peer.OURS);

	private static final int MAX_ROUNDS = 3;

	/** There are many rounds, so they are shorter than in other scenarios. */
	private static final int SHORTER = 3;

	@Override
	public FleetPlan plan() {
		return FleetPlan.of(1);
	}

	@Override
	public boolean supports(Peer peer) {
		return PEERS.contains(peer);
	}

	@Override
	public void run(Fleets fleets, MeasurementPlan measurement, Results results) {
		Duration round = measurement.round().dividedBy(SHORTER);
		fleets.each("warm-up", (fleet) -> {
			new Loop(16, false).run(fleet, measurement.warmUp(), results);
			new Loop(16, true).run(fleet, measurement.warmUp(), results);
		});
		// A single round is a trial, so two points are enough.
		List<Integer> numbers = (measurement.rounds() > 1) ? THREADS : THREADS.subList(0, 2);
		for (int number = 0; number < Math.min(MAX_ROUNDS, measurement.rounds()); number++) {
			for (int threads : numbers) {
				fleets.each(threads + " threads", (fleet) -> {
					measure(fleet, Curve.DISTINCT_KEYS, threads, round, results);
					measure(fleet, Curve.ONE_KEY, threads, round, results);
				});
			}
		}
	}

	private static void measure(Fleet fleet, Curve curve, int threads, Duration round, Results results) {
		Loop.LoopResult result = new Loop(threads, curve == Curve.ONE_KEY).run(fleet, round, results);
		results.curves().add(curve, fleet.peer(), threads, result.rate());
	}

}
