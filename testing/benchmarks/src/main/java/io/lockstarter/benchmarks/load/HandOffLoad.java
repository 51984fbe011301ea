package io.lockstarter.benchmarks.load;

import io.lockstarter.benchmarks.peers.Contender;
import io.lockstarter.benchmarks.peers.HeldLock;

/**
 * Two workers hand over a lock. One holds it, and the other waits. The holder releases,
 * and the waiter acquires and releases the lock. Then they change roles. The steps of
 * round n are 3n: the holder may start; 3n + 1: it holds the lock; 3n + 2: the waiter
 * requests the lock.
 */
final class HandOffLoad implements Load {

	private static final String KEY = "hand-off";

	private static final int STEPS = 3;

	private static final long OVER = -1;

	private final Contender contender;

	private final SharedMemory memory;

	private final CriticalSection section;

	private final int worker;

	HandOffLoad(Contender contender, SharedMemory memory, int worker) {
		this.contender = contender;
		this.memory = memory;
		this.section = new CriticalSection(memory);
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
		// At least one round: on a busy machine, the first may start after the end.
		if (cycle > 0 && System.nanoTime() > end) {
			this.memory.set(Slot.STEP, OVER);
			return false;
		}
		HeldLock held = this.contender.lock(KEY);
		this.section.pass(ThreadNumbers.number(this.worker, 0));
		this.memory.set(Slot.STEP, cycle * STEPS + 1);
		awaitStep(cycle * STEPS + 2);
		Sleep.sleepUntil(this.memory.get(Slot.REQUESTED_AT) + nanos);
		this.memory.set(Slot.RELEASED_AT, System.nanoTime());
		held.unlock();
		return true;
	}

	private boolean take(long cycle, Histogram times) {
		if (awaitStep(cycle * STEPS + 1) == OVER) {
			return false;
		}
		this.memory.set(Slot.REQUESTED_AT, System.nanoTime());
		this.memory.set(Slot.STEP, cycle * STEPS + 2);
		HeldLock held = this.contender.lock(KEY);
		times.add(System.nanoTime() - this.memory.get(Slot.RELEASED_AT));
		this.section.pass(ThreadNumbers.number(this.worker, 0));
		held.unlock();
		this.memory.set(Slot.STEP, (cycle + 1) * STEPS);
		return true;
	}

	private long awaitStep(long step) {
		Sleep.await(() -> this.memory.get(Slot.STEP) >= step || this.memory.get(Slot.STEP) == OVER);
		return this.memory.get(Slot.STEP);
	}

}
