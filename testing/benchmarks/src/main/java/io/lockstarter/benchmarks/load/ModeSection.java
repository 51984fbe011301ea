package io.lockstarter.benchmarks.load;

import io.lockstarter.benchmarks.peers.LockMode;

/**
 * The critical section of a lock that may have several holders. Holders that must not
 * meet are counted as an overlap. Holders that must be alone also increment the counter,
 * so that a missing lock loses updates.
 */
final class ModeSection {

	/** More than the number of threads of a contender. */
	private static final long ALONE = 1_000_000;

	private final SharedMemory memory;

	ModeSection(SharedMemory memory) {
		this.memory = memory;
	}

	void pass(LockMode mode) {
		boolean alone = mode == LockMode.FAIR || mode == LockMode.WRITE;
		long weight = alone ? ALONE : 1;
		long others = this.memory.getAndAdd(Slot.HOLDERS, weight);
		long limit = switch (mode) {
			case FAIR, WRITE -> 1;
			case READ -> ALONE;
			case PERMIT -> LockMode.PERMITS;
		};
		if (others >= limit) {
			this.memory.add(Slot.OVERLAPS, 1);
		}
		if (alone) {
			this.memory.incrementUnprotected(Slot.COUNTER);
		}
		this.memory.add(Slot.HOLDERS, -weight);
	}

}
