package io.lockstarter.benchmarks.load;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.HeldLock;

/**
 * Locks and unlocks as fast as possible: {@code loop/run} for a time, {@code loop/times}
 * a given number of times.
 */
final class LoopLoad implements Load {

	private final Contender contender;

	private final CriticalSection section;

	private final int worker;

	LoopLoad(Contender contender, SharedMemory memory, int worker) {
		this.contender = contender;
		this.section = new CriticalSection(memory);
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
			runners[thread] = new Runner(ThreadNumbers.number(this.worker, thread),
					command.text("key") + (shared ? "" : ":" + thread), shared, command.number("end"));
		}
		new LoadThreads(runners.length, (thread) -> {
			Sleep.sleepUntil(command.number("start"));
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

	/** The loop of one thread. */
	private final class Runner {

		private final Histogram waits = new Histogram();

		private final Histogram cycles = new Histogram();

		private final long threadNumber;

		private final String key;

		private final boolean checked;

		private final long end;

		private long passes;

		private long inTime;

		Runner(long threadNumber, String key, boolean checked, long end) {
			this.threadNumber = threadNumber;
			this.key = key;
			this.checked = checked;
			this.end = end;
		}

		void run() {
			long before = System.nanoTime();
			// At least once: on a busy machine, a thread may start after the end.
			do {
				HeldLock held = LoopLoad.this.contender.lock(this.key);
				long inside = System.nanoTime();
				if (this.checked) {
					LoopLoad.this.section.pass(this.threadNumber);
				}
				held.unlock();
				this.passes++;
				this.inTime += (inside <= this.end) ? 1 : 0;
				this.waits.add(inside - before);
				this.cycles.add(System.nanoTime() - before);
				before = System.nanoTime();
			}
			while (before < this.end);
		}

	}

}
