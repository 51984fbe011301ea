package io.lockstarter.embedded.proxy;

/** Lets Redis apply the command, drops the reply, and ends the connection. */
public record LostReply(Fate fate) implements ReplyFault {

	public LostReply {
		if (fate == Fate.PASS_ON) {
			throw new IllegalArgumentException("A lost reply cannot be passed on");
		}
	}

	/** Closes the connection normally (FIN). */
	public static LostReply thenClose() {
		return new LostReply(Fate.LOSE_AND_CLOSE);
	}

	/** Resets the connection (RST). */
	public static LostReply thenReset() {
		return new LostReply(Fate.LOSE_AND_RESET);
	}

	@Override
	public Fate beforeReply(long sentNanos) {
		return this.fate;
	}

}
