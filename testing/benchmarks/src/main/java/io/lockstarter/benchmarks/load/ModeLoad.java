package io.lockstarter.benchmarks.load;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.HeldLock;
import io.lockstarter.benchmarks.peers.LockMode;

/**
 * Locks and unlocks in one mode, or in two: {@code mode/run} for a time,
 * {@code mode/times} a given number of times. Of two modes, the second one is used for
 * each tenth acquisition.
 */
final class ModeLoad implements Load {

	private static final int RARE = 10;

	private final Contender contender;

	private final ModeSection section;

	private final int worker;

	ModeLoad(Contender contender, SharedMemory memory, int worker) {
		this.contender = contender;
		this.section = new ModeSection(memory);
		this.worker = worker;
	}

	@Override
	public Message handle(Message command) throws InterruptedException {
		LockMode usual = LockMode.valueOf(command.text("mode"));
		LockMode rare = LockMode.valueOf(command.text("rare"));
		if (command.verb().equals("mode/times")) {
			for (int i = 0; i < command.number("times"); i++) {
				this.contender.lock(command.text("key"), (i % RARE == 0) ? rare : usual).unlock();
			}
			return Message.of("ok");
		}
		Runner[] runners = new Runner[(int) command.number("threads")];
		for (int thread = 0; thread < runners.length; thread++) {
			runners[thread] = new Runner(command.text("key"), usual, rare, this.worker + 3L * thread,
					command.number("end"));
		}
		new LoadThreads(runners.length, (thread) -> {
			Sleep.sleepUntil(command.number("start"));
			runners[thread].run();
		}).join();
		return Message.of("ok")
			.with("passes", Stream.of(runners).mapToLong((runner) -> runner.passes).sum())
			.with("alone", Stream.of(runners).mapToLong((runner) -> runner.alone).sum())
			.with("inTime", Stream.of(runners).map((runner) -> "" + runner.inTime).collect(Collectors.joining(",")))
			.with("waits", sum(Stream.of(runners).map((runner) -> runner.waits)).text())
			.with("cycles", sum(Stream.of(runners).map((runner) -> runner.cycles)).text());
	}

	private static Histogram sum(Stream<Histogram> histograms) {
		return histograms.reduce(new Histogram(), Histogram::add);
	}

	/** The loop of one thread. */
	private final class Runner {

		private final Histogram waits = new Histogram();

		private final Histogram cycles = new Histogram();

		private final String key;

		private final LockMode usual;

		private final LockMode rare;

		/** Lets the threads use the rare mode at different times. */
		private final long offset;

		private final long end;

		private long passes;

		private long alone;

		private long inTime;

		Runner(String key, LockMode usual, LockMode rare, long offset, long end) {
			this.key = key;
			this.usual = usual;
			this.rare = rare;
			this.offset = offset;
			this.end = end;
		}

		void run() {
			long before = System.nanoTime();
			// At least once: on a busy machine, a thread may start after the end.
			do {
				LockMode mode = ((this.passes + this.offset) % RARE == 0) ? this.rare : this.usual;
				HeldLock held = ModeLoad.this.contender.lock(this.key, mode);
				long inside = System.nanoTime();
				ModeLoad.this.section.pass(mode);
				held.unlock();
				this.passes++;
				this.alone += (mode == LockMode.FAIR || mode == LockMode.WRITE) ? 1 : 0;
				this.inTime += (inside <= this.end) ? 1 : 0;
				this.waits.add(inside - before);
				this.cycles.add(System.nanoTime() - before);
				before = System.nanoTime();
			}
			while (before < this.end);
		}

	}

}
