package io.lockstarter.benchmarks.load;

/**
 * What the lock protects. Whoever is not alone in it is counted as an overlap, and two
 * who raise the counter at once lose an update.
 */
final class Section {

	private final SharedMemory memory;

	Section(SharedMemory memory) {
		this.memory = memory;
	}

	/**
	 * Goes through.
	 * @param visitor a number other than 0, different for each thread of all JVMs
	 */
	void pass(long visitor) {
		if (this.memory.swap(Slot.INSIDE, visitor) != 0) {
			this.memory.add(Slot.OVERLAPS, 1);
		}
		this.memory.raiseUnprotected(Slot.COUNTER);
		if (this.memory.swap(Slot.INSIDE, 0) != visitor) {
			this.memory.add(Slot.OVERLAPS, 1);
		}
	}

}
