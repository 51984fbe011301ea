package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;
import java.util.List;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.load.Histogram;
import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.load.Slot;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/**
 * S5: measures the time from the release in one JVM to the acquisition by a waiter in the
 * other.
 */
final class HandOff implements Scenario {

	private static final Duration HOLD = Duration.ofMillis(20);

	@Override
	public FleetPlan plan() {
		return OneKeyManyJvms.PLAN;
	}

	@Override
	public boolean supports(Peer peer) {
		return peer.waits();
	}

	@Override
	public void run(Fleets fleets, MeasurementPlan measurement, Results results) {
		fleets.each("warm-up", (fleet) -> {
			OneKeyManyJvms.LOOP.run(fleet, measurement.warmUp(), results);
			handOver(fleet, measurement.warmUp().dividedBy(2), results);
		});
		fleets.rounds(measurement, (fleet) -> round(fleet, measurement.round(), results));
	}

	private static void round(Fleet fleet, Duration duration, Results results) {
		long commands = fleet.redis().commands();
		List<Message> answers = handOver(fleet, duration, results);
		commands = fleet.redis().commands() - commands;
		Histogram times = answers.stream()
			.map((answer) -> answer.histogram("times"))
			.reduce(new Histogram(), Histogram::add);
		results.add(Figure.S5_TIME, fleet.peer(), times.percentile(0.5) / 1e6);
		results.add(Figure.S5_COMMANDS, fleet.peer(), (double) commands / times.count());
	}

	private static List<Message> handOver(Fleet fleet, Duration duration, Results results) {
		ExclusionCheck check = new ExclusionCheck(fleet);
		fleet.memory().set(Slot.STEP, 0);
		List<Message> answers = fleet.first(2,
				Message.of("hand-off/run")
					.with("hold", HOLD.toNanos())
					.with("end", System.nanoTime() + duration.toNanos()));
		check.finish(2 * answers.get(0).number("cycles"), results);
		return answers;
	}

}
