package io.lockstarter.embedded.proxy;

/** The command is applied; its reply is swallowed, and then the connection ends. */
public record LostReply(Fate fate) implements ReplyFault {

	public LostReply {
		if (fate == Fate.PASS_ON) {
			throw new IllegalArgumentException("A lost reply is not passed on");
		}
	}

	/** Ends the connection in order (FIN). */
	public static LostReply thenClose() {
		return new LostReply(Fate.LOSE_AND_CLOSE);
	}

	/** Breaks the connection (RST). */
	public static LostReply thenReset() {
		return new LostReply(Fate.LOSE_AND_RESET);
	}

	@Override
	public Fate beforeReply(long sentNanos) {
		return this.fate;
	}

}
