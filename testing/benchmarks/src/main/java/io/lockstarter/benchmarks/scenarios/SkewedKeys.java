package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;
import java.util.List;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.load.Histogram;
import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.load.SharedMemory;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Exclusion;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/**
 * S10: runs several JVMs on many keys, of which few are used often. The holder does
 * nothing, or sleeps.
 */
final class SkewedKeys implements Scenario {

	/** The number of threads of each worker. */
	private static final int THREADS = 8;

	private static final Duration AHEAD = Duration.ofMillis(100);

	private static final List<Section> SECTIONS = List.of(
			new Section(Duration.ZERO, Figure.S10_RATE_0, Figure.S10_WAIT_P50_0, Figure.S10_WAIT_P99_0,
					Figure.S10_WAIT_P999_0, Figure.S10_COMMANDS_0),
			new Section(Duration.ofMillis(1), Figure.S10_RATE_1, Figure.S10_WAIT_P50_1, Figure.S10_WAIT_P99_1,
					Figure.S10_WAIT_P999_1, Figure.S10_COMMANDS_1),
			new Section(Duration.ofMillis(5), Figure.S10_RATE_5, Figure.S10_WAIT_P50_5, Figure.S10_WAIT_P99_5,
					Figure.S10_WAIT_P999_5, Figure.S10_COMMANDS_5));

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
		fleets.each("warm-up", (fleet) -> SECTIONS.get(0).run(fleet, measurement.warmUp(), results));
		fleets.rounds(measurement,
				(fleet) -> SECTIONS.forEach((section) -> section.measure(fleet, measurement.round(), results)));
	}

	/** The figures of one duration of the critical section. */
	private record Section(Duration length, Figure rate, Figure p50, Figure p99, Figure p999, Figure commands) {

		void measure(Fleet fleet, Duration duration, Results results) {
			long commands = fleet.redis().commands();
			List<Message> answers = run(fleet, duration, results);
			commands = fleet.redis().commands() - commands;
			Histogram waits = answers.stream()
				.map((answer) -> answer.histogram("waits"))
				.reduce(new Histogram(), Histogram::add);
			Peer peer = fleet.peer();
			long inTime = answers.stream().mapToLong((answer) -> answer.number("inTime")).sum();
			results.add(this.rate, peer, inTime * 1e9 / duration.toNanos());
			results.add(this.p50, peer, waits.percentile(0.5) / 1e6);
			results.add(this.p99, peer, waits.percentile(0.99) / 1e6);
			results.add(this.p999, peer, waits.percentile(0.999) / 1e6);
			results.add(this.commands, peer, (double) commands / waits.count());
		}

		List<Message> run(Fleet fleet, Duration duration, Results results) {
			SharedMemory memory = fleet.memory();
			memory.clear();
			long start = System.nanoTime() + AHEAD.toNanos();
			List<Message> answers = fleet.all(Message.of("skewed/run")
				.with("threads", THREADS)
				.with("section", this.length.toNanos())
				.with("start", start)
				.with("end", start + duration.toNanos()));
			long passes = answers.stream().mapToLong((answer) -> answer.number("passes")).sum();
			results.add(fleet.peer(), new Exclusion(passes, passes - memory.passesOfAllKeys(), memory.overlaps()));
			return answers;
		}

	}

}
