package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;
import java.util.List;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.load.Slot;
import io.lockstarter.benchmarks.peers.LockMode;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Exclusion;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;
import io.lockstarter.benchmarks.scenarios.Loop.LoopResult;

/**
 * S11 to S13: run a type of lock that is not simply exclusive, by one thread without
 * contention and by threads of several JVMs on one key.
 *
 * @param usual the mode of nine tenths of all acquisitions
 * @param rare the mode of the others
 * @param time the figure of a thread without contention
 * @param requests the figure of its requests
 * @param rate the figure of the contended key
 */
record OtherTypes(LockMode usual, LockMode rare, Figure time, Figure requests, Figure rate) implements Scenario {

	private static final int COUNTED = 500;

	private static final int THREADS = 4;

	/** The time that all workers need to start their threads. */
	private static final Duration AHEAD = Duration.ofMillis(100);

	/** An asynchronous command may arrive after its call has returned. */
	private static final Duration SETTLING = Duration.ofMillis(100);

	@Override
	public FleetPlan plan() {
		return OneKeyManyJvms.PLAN;
	}

	@Override
	public boolean supports(Peer peer) {
		return peer.hasModes();
	}

	@Override
	public void run(Fleets fleets, MeasurementPlan measurement, Results results) {
		// A contended key has few acquisitions per second. So after the usual time, the
		// JIT compiler has not compiled their code, and uses more CPU time than the
		// locks.
		fleets.each("warm-up", (fleet) -> {
			contended(fleet, measurement.warmUp().multipliedBy(10), results);
			alone(fleet, measurement.warmUp().multipliedBy(3));
		});
		fleets.each("count", (fleet) -> results.add(this.requests, fleet.peer(), requests(fleet)));
		fleets.rounds(measurement, (fleet) -> {
			results.add(this.time, fleet.peer(),
					alone(fleet, measurement.round().dividedBy(2)).cycles().percentile(0.5) / 1e3);
			results.add(this.rate, fleet.peer(), contended(fleet, measurement.round(), results).rate());
		});
	}

	private double requests(Fleet fleet) {
		return (double) fleet.redis().requestsDuring(() -> {
			fleet.first(command("mode/times").with("key", key("count")).with("times", COUNTED));
			Pause.of(SETTLING);
		}) / COUNTED;
	}

	private LoopResult alone(Fleet fleet, Duration duration) {
		return new LoopResult(List.of(fleet.first(loop(key("alone"), 1, duration))), 0, duration);
	}

	private LoopResult contended(Fleet fleet, Duration duration, Results results) {
		fleet.memory().set(Slot.COUNTER, 0);
		fleet.memory().set(Slot.OVERLAPS, 0);
		fleet.memory().set(Slot.HOLDERS, 0);
		List<Message> answers = fleet.all(loop(key("shared"), THREADS, duration));
		long passes = answers.stream().mapToLong((answer) -> answer.number("passes")).sum();
		long alone = answers.stream().mapToLong((answer) -> answer.number("alone")).sum();
		results.add(fleet.peer(),
				new Exclusion(passes, alone - fleet.memory().get(Slot.COUNTER), fleet.memory().get(Slot.OVERLAPS)));
		return new LoopResult(answers, 0, duration);
	}

	private Message loop(String key, int threads, Duration duration) {
		long start = System.nanoTime() + AHEAD.toNanos();
		return command("mode/run").with("threads", threads)
			.with("key", key)
			.with("start", start)
			.with("end", start + duration.toNanos());
	}

	// Locks of different types must not meet on one key.
	private String key(String name) {
		return name + ":" + this.usual;
	}

	private Message command(String verb) {
		return Message.of(verb).with("mode", this.usual).with("rare", this.rare);
	}

}
