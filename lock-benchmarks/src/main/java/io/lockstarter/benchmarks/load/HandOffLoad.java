package io.lockstarter.benchmarks.load;

import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.Held;

/**
 * Two workers hand a lock over: one holds it, the other asks and waits, the holder
 * releases, the waiter gets it and releases it too; then they change roles. The steps of
 * round n are 3n: the holder may begin, 3n + 1: it holds, 3n + 2: the waiter asks.
 */
final class HandOffLoad implements Load {

	private static final String KEY = "hand-off";

	private static final int STEPS = 3;

	private static final long OVER = -1;

	private final Contender contender;

	private final SharedMemory memory;

	private final Section section;

	private final int worker;

	HandOffLoad(Contender contender, SharedMemory memory, int worker) {
		this.contender = contender;
		this.memory = memory;
		this.section = new Section(memory);
		this.worker = worker;
	}

	@Override
	public Message handle(Message command) {
		Histogram times = new Histogram();
		long end = command.number("end");
		long cycle = 0;
		while (cycle % 2 == this.worker ? hold(cycle, command.number("hold"), end) : take(cycle, times)) {
			cycle++;
		}
		return Message.of("ok").with("cycles", cycle).with("times", times.text());
	}

	private boolean hold(long cycle, long nanos, long end) {
		awaitStep(cycle * STEPS);
		if (System.nanoTime() > end) {
			this.memory.set(Slot.STEP, OVER);
			return false;
		}
		Held held = this.contender.lock(KEY);
		this.section.pass(Visitors.number(this.worker, 0));
		this.memory.set(Slot.STEP, cycle * STEPS + 1);
		awaitStep(cycle * STEPS + 2);
		Clock.sleepUntil(this.memory.get(Slot.ASKED_AT) + nanos);
		this.memory.set(Slot.RELEASED_AT, System.nanoTime());
		held.unlock();
		return true;
	}

	private boolean take(long cycle, Histogram times) {
		if (awaitStep(cycle * STEPS + 1) == OVER) {
			return false;
		}
		this.memory.set(Slot.ASKED_AT, System.nanoTime());
		this.memory.set(Slot.STEP, cycle * STEPS + 2);
		Held held = this.contender.lock(KEY);
		times.add(System.nanoTime() - this.memory.get(Slot.RELEASED_AT));
		this.section.pass(Visitors.number(this.worker, 0));
		held.unlock();
		this.memory.set(Slot.STEP, (cycle + 1) * STEPS);
		return true;
	}

	private long awaitStep(long step) {
		Clock.await(() -> this.memory.get(Slot.STEP) >= step || this.memory.get(Slot.STEP) == OVER);
		return this.memory.get(Slot.STEP);
	}

}
