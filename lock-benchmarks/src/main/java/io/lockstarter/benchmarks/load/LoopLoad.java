package io.lockstarter.benchmarks.load;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.Held;

/**
 * Threads that lock and unlock as fast as they can: {@code loop/run} for a time,
 * {@code loop/times} as often as asked.
 */
final class LoopLoad implements Load {

	private final Contender contender;

	private final Section section;

	private final int worker;

	LoopLoad(Contender contender, SharedMemory memory, int worker) {
		this.contender = contender;
		this.section = new Section(memory);
		this.worker = worker;
	}

	@Override
	public Message handle(Message command) throws InterruptedException {
		if (command.verb().equals("loop/times")) {
			return times(command.text("key"), command.number("times"));
		}
		Runner[] runners = new Runner[(int) command.number("threads")];
		boolean shared = command.flag("shared");
		for (int thread = 0; thread < runners.length; thread++) {
			runners[thread] = new Runner(Visitors.number(this.worker, thread),
					command.text("key") + (shared ? "" : ":" + thread), shared, command.number("end"));
		}
		new Crew(runners.length, (thread) -> {
			Clock.sleepUntil(command.number("start"));
			runners[thread].run();
		}).join();
		return Message.of("ok")
			.with("passes", Stream.of(runners).mapToLong((runner) -> runner.passes).sum())
			.with("inTime", Stream.of(runners).map((runner) -> "" + runner.inTime).collect(Collectors.joining(",")))
			.with("waits", sum(Stream.of(runners).map((runner) -> runner.waits)).text())
			.with("cycles", sum(Stream.of(runners).map((runner) -> runner.cycles)).text());
	}

	private Message times(String key, long times) {
		IntStream.range(0, (int) times).forEach((time) -> this.contender.lock(key).unlock());
		return Message.of("ok");
	}

	private static Histogram sum(Stream<Histogram> histograms) {
		return histograms.reduce(new Histogram(), Histogram::add);
	}

	/** One thread's part. */
	private final class Runner {

		private final Histogram waits = new Histogram();

		private final Histogram cycles = new Histogram();

		private final long visitor;

		private final String key;

		private final boolean checked;

		private final long end;

		private long passes;

		private long inTime;

		Runner(long visitor, String key, boolean checked, long end) {
			this.visitor = visitor;
			this.key = key;
			this.checked = checked;
			this.end = end;
		}

		void run() {
			for (long before = System.nanoTime(); before < this.end; before = System.nanoTime()) {
				Held held = LoopLoad.this.contender.lock(this.key);
				long inside = System.nanoTime();
				if (this.checked) {
					LoopLoad.this.section.pass(this.visitor);
				}
				held.unlock();
				this.passes++;
				this.inTime += (inside <= this.end) ? 1 : 0;
				this.waits.add(inside - before);
				this.cycles.add(System.nanoTime() - before);
			}
		}

	}

}
