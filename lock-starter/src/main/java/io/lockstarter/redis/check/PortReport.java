package io.lockstarter.redis.check;

import java.util.List;

/**
 * Tells what the port of a server says to a client that is not the application's.
 *
 * @param answer whether it answers
 * @param findings the differences between the protocols of the client and of the port
 */
public record PortReport(Answer answer, List<Finding> findings) {

	/** For a port that was not asked, or of which nothing is known. */
	public static final PortReport UNKNOWN = new PortReport(Answer.UNKNOWN, List.of());

	/** The answer of a port. */
	public enum Answer {

		/** A Redis answers. */
		YES,

		/** Nothing answers. */
		NO,

		/** The port was not asked, or there is no connection to it. */
		UNKNOWN

	}

}
