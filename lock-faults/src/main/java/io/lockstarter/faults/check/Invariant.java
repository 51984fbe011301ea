package io.lockstarter.faults.check;

/** What must be so, whatever happens to networks, machines and servers. */
public enum Invariant {

	/** (a). */
	EXCLUSION("two holds on one key are never valid at the same time"),

	/** (b). */
	FENCE_RISES("the fencing number rises strictly in the order of acquisition"),

	/** (c). */
	FENCED_WRITES("the fenced resource accepted no lower number, and refused at least one stale write"),

	/** (d). */
	NO_KEY_LEFT("no key is left past its ttl after the clients have stopped"),

	/** (e). */
	LOSS_TOLD("a loss was told before the next holder had the lock, or at once after a pause"),

	/** (f). */
	NOTHING_LEFT("no thread, subscription or connection is left"),

	/** (g). */
	ALL_SERVED("after healing every waiter is served"),

	/** (h). */
	NO_GUESS("an unknown outcome is never reported as a success"),

	/** (i). */
	COUNTER("the counter that the lock protects equals the number of valid holds"),

	/** (j). */
	FOREIGN_KEPT("a value under a key of ours that is not ours is never modified"),

	/** (k). */
	INTERRUPT_KEPT("an interrupt ends the wait of its own thread only, is no failure, and is not lost"),

	/** (l). */
	WAIT_BOUNDED("no caller waits for longer than its wait time and one command time-out");

	private final String text;

	Invariant(String text) {
		this.text = text;
	}

	public String text() {
		return this.text;
	}

	/** The letter by which it is known. */
	@SuppressWarnings("EnumOrdinal")
	public char letter() {
		return (char) ('a' + ordinal());
	}

}
