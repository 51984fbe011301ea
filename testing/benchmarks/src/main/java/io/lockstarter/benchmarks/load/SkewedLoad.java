package io.lockstarter.benchmarks.load;

import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.HeldLock;

/**
 * Threads that lock random keys, of which few are used often. A held lock is kept for a
 * given time.
 */
final class SkewedLoad implements Load {

	private static final Zipf KEYS = new Zipf(SharedMemory.KEYS);

	private final Contender contender;

	private final CriticalSection section;

	private final int worker;

	SkewedLoad(Contender contender, SharedMemory memory, int worker) {
		this.contender = contender;
		this.section = new CriticalSection(memory);
		this.worker = worker;
	}

	@Override
	public Message handle(Message command) throws InterruptedException {
		Runner[] runners = new Runner[(int) command.number("threads")];
		for (int thread = 0; thread < runners.length; thread++) {
			runners[thread] = new Runner(ThreadNumbers.number(this.worker, thread), command.number("section"),
					command.number("end"));
		}
		new LoadThreads(runners.length, (thread) -> {
			Sleep.sleepUntil(command.number("start"));
			runners[thread].run();
		}).join();
		return Message.of("ok")
			.with("passes", Stream.of(runners).mapToLong((runner) -> runner.waits.count()).sum())
			.with("inTime", Stream.of(runners).mapToLong((runner) -> runner.inTime).sum())
			.with("waits",
					Stream.of(runners).map((runner) -> runner.waits).reduce(new Histogram(), Histogram::add).text());
	}

	/** The loop of one thread. */
	private final class Runner {

		private final Histogram waits = new Histogram();

		private final long threadNumber;

		private final long sectionNanos;

		private final long end;

		private long inTime;

		Runner(long threadNumber, long sectionNanos, long end) {
			this.threadNumber = threadNumber;
			this.sectionNanos = sectionNanos;
			this.end = end;
		}

		void run() {
			// At least once: on a busy machine, a thread may start after the end.
			do {
				int key = KEYS.draw(ThreadLocalRandom.current().nextDouble());
				long before = System.nanoTime();
				HeldLock held = SkewedLoad.this.contender.lock("skewed:" + key);
				long inside = System.nanoTime();
				SkewedLoad.this.section.enter(key, this.threadNumber);
				if (this.sectionNanos > 0) {
					Sleep.sleepUntil(inside + this.sectionNanos);
				}
				SkewedLoad.this.section.leave(key, this.threadNumber);
				held.unlock();
				this.waits.add(inside - before);
				this.inTime += (inside <= this.end) ? 1 : 0;
			}
			while (System.nanoTime() < this.end);
		}

	}

}
