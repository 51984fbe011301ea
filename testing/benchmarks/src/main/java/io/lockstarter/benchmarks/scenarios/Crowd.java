package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.load.Slot;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/**
 * S6: measures the commands of many waiters, and the time until all of them have held the
 * lock.
 */
final class Crowd implements Scenario {

	private static final int WAITERS = 200;

	/** The time from the last request until all threads wait. */
	private static final Duration SETTLING = Duration.ofMillis(500);

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
			serve(fleet, Duration.ZERO, results);
		});
		fleets.rounds(measurement, (fleet) -> {
			CrowdResult served = serve(fleet, measurement.round(), results);
			results.add(Figure.S6_COMMANDS, fleet.peer(), served.commands() * 1e9 / measurement.round().toNanos());
			results.add(Figure.S6_TIME, fleet.peer(), served.nanos() / 1e6);
		});
	}

	private static CrowdResult serve(Fleet fleet, Duration held, Results results) {
		ExclusionCheck check = new ExclusionCheck(fleet);
		fleet.memory().set(Slot.REQUESTS, 0);
		fleet.first(Message.of("crowd/hold"));
		fleet.all(Message.of("crowd/gather").with("threads", WAITERS / OneKeyManyJvms.PLAN.workers()));
		Pause.until(() -> fleet.memory().get(Slot.REQUESTS) == WAITERS);
		Pause.of(SETTLING);
		long commands = fleet.redis().commands();
		Pause.of(held);
		commands = fleet.redis().commands() - commands;
		fleet.first(Message.of("crowd/release"));
		long last = fleet.all(Message.of("crowd/join"))
			.stream()
			.mapToLong((answer) -> answer.number("lastThrough"))
			.max()
			.orElseThrow();
		check.finish(WAITERS, results);
		return new CrowdResult(commands, last - fleet.memory().get(Slot.RELEASED_AT));
	}

	/** The result of one round. */
	private record CrowdResult(long commands, long nanos) {
	}

}
