package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.load.Histogram;
import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.report.Results;

/**
 * Locks and unlocks as fast as possible on the threads of all workers.
 *
 * @param threads the number of threads of each worker
 * @param shared true if all threads use the same key
 */
record Loop(int threads, boolean shared) {

	static final String KEY = "loop";

	/** The time that all workers need to start their threads. */
	private static final Duration AHEAD = Duration.ofMillis(100);

	LoopResult run(Fleet fleet, Duration duration, Results results) {
		ExclusionCheck check = new ExclusionCheck(fleet);
		long commands = fleet.redis().commands();
		long start = System.nanoTime() + AHEAD.toNanos();
		List<Message> answers = fleet.all(Message.of("loop/run")
			.with("threads", this.threads)
			.with("shared", this.shared)
			.with("key", KEY)
			.with("start", start)
			.with("end", start + duration.toNanos()));
		commands = fleet.redis().commands() - commands;
		long passes = answers.stream().mapToLong((answer) -> answer.number("passes")).sum();
		if (this.shared) {
			check.finish(passes, results);
		}
		return new LoopResult(answers, (double) commands / passes, duration);
	}

	/** The result of a loop. */
	record LoopResult(List<Message> answers, double commandsPerPass, Duration duration) {

		double rate() {
			return perThread().sum() * 1e9 / this.duration.toNanos();
		}

		double maxToMin() {
			return (double) perThread().max().orElse(0) / perThread().min().orElse(0);
		}

		/** Returns a percentile of the waits, or the longest wait for 1. */
		double waitMillis(double share) {
			return sum("waits").percentile(share) / 1e6;
		}

		Histogram cycles() {
			return sum("cycles");
		}

		private LongStream perThread() {
			return this.answers.stream()
				.flatMap((answer) -> Stream.of(answer.text("inTime").split(",", -1)))
				.mapToLong(Long::parseLong);
		}

		private Histogram sum(String name) {
			return this.answers.stream()
				.map((answer) -> answer.histogram(name))
				.reduce(new Histogram(), Histogram::add);
		}

	}

}
