package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.load.Slot;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/** S6: what a crowd of waiters costs while it waits, and how fast it is served. */
final class Crowd implements Scenario {

	private static final int WAITERS = 200;

	/** After the last has asked, until the last has settled down to wait. */
	private static final Duration SETTLING = Duration.ofMillis(500);

	@Override
	public FleetPlan plan() {
		return OneKeyManyJvms.PLAN;
	}

	@Override
	public boolean takes(Peer peer) {
		return peer.waits();
	}

	@Override
	public void run(Fleets fleets, Effort effort, Results results) {
		fleets.each("warm-up", (fleet) -> {
			OneKeyManyJvms.LOOP.run(fleet, effort.warmUp(), results);
			serve(fleet, Duration.ZERO, results);
		});
		fleets.rounds(effort, (fleet) -> {
			Served served = serve(fleet, effort.round(), results);
			results.add(Figure.S6_COMMANDS, fleet.peer(), served.commands() * 1e9 / effort.round().toNanos());
			results.add(Figure.S6_TIME, fleet.peer(), served.nanos() / 1e6);
		});
	}

	private static Served serve(Fleet fleet, Duration held, Results results) {
		ExclusionCheck check = new ExclusionCheck(fleet);
		fleet.memory().set(Slot.ASKING, 0);
		fleet.first(Message.of("crowd/hold"));
		fleet.all(Message.of("crowd/gather").with("threads", WAITERS / OneKeyManyJvms.PLAN.workers()));
		Pause.until(() -> fleet.memory().get(Slot.ASKING) == WAITERS);
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
		return new Served(commands, last - fleet.memory().get(Slot.RELEASED_AT));
	}

	/** What one crowd cost. */
	private record Served(long commands, long nanos) {
	}

}
