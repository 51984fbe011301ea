package io.lockstarter.benchmarks.load;

/**
 * The critical section that the lock protects. Two threads in it at the same time are
 * counted as an overlap. They may also lose an update of the counter.
 */
final class CriticalSection {

	private final SharedMemory memory;

	CriticalSection(SharedMemory memory) {
		this.memory = memory;
	}

	/**
	 * Enters and leaves the critical section.
	 * @param threadNumber a number other than 0, different for each thread of all JVMs
	 */
	void pass(long threadNumber) {
		if (this.memory.swap(Slot.INSIDE, threadNumber) != 0) {
			this.memory.add(Slot.OVERLAPS, 1);
		}
		this.memory.incrementUnprotected(Slot.COUNTER);
		if (this.memory.swap(Slot.INSIDE, 0) != threadNumber) {
			this.memory.add(Slot.OVERLAPS, 1);
		}
	}

	/**
	 * Enters the critical section of one of many keys.
	 * @param key the number of the key
	 * @param threadNumber a number other than 0, different for each thread of all JVMs
	 */
	void enter(int key, long threadNumber) {
		if (this.memory.swapInside(key, threadNumber) != 0) {
			this.memory.add(Slot.OVERLAPS, 1);
		}
		this.memory.incrementUnprotected(key);
	}

	/** Leaves the critical section of a key. */
	void leave(int key, long threadNumber) {
		if (this.memory.swapInside(key, 0) != threadNumber) {
			this.memory.add(Slot.OVERLAPS, 1);
		}
	}

}
