package io.lockstarter.faults.check;

/** Lists the invariants that hold under all faults of networks, machines and servers. */
public enum Invariant {

	/** (a). */
	EXCLUSION("two holds on one key are never valid at the same time"),

	/** (b). */
	FENCE_RISES("the fencing number rises strictly in the order of acquisition"),

	/** (c). */
	FENCED_WRITES("the fenced resource accepted no lower number, and rejected at least one stale write"),

	/** (d). */
	NO_KEY_LEFT("after the clients have stopped, no key outlives its ttl"),

	/** (e). */
	LOSS_NOTIFIED("a holder is notified of a loss before the next holder has the lock, or at once after a pause"),

	/** (f). */
	NOTHING_LEFT("at the end, no thread, subscription or connection is left"),

	/** (g). */
	ALL_SERVED("after the last fault, every waiter acquires its lock"),

	/** (h). */
	NO_FALSE_SUCCESS("an unknown outcome is never reported as a success"),

	/** (i). */
	COUNTER("the counter that the lock protects equals the number of valid holds"),

	/** (j). */
	FOREIGN_KEPT("a foreign value under a key of the locks is never modified"),

	/** (k). */
	INTERRUPT_KEPT("an interrupt ends only the wait of its own thread, is not reported as a failure, and is not lost"),

	/** (l). */
	WAIT_BOUNDED("no caller waits longer than its wait time, one command time-out, and 2 s for a connection");

	private final String text;

	Invariant(String text) {
		this.text = text;
	}

	public String text() {
		return this.text;
	}

	/** Returns the letter of the invariant in the documentation. */
	@SuppressWarnings("EnumOrdinal")
	public char letter() {
		return (char) ('a' + ordinal());
	}

}
