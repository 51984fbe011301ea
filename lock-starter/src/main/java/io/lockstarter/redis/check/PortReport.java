package io.lockstarter.redis.check;

import java.util.List;

/**
 * Reports how the port of a server answers, without the application's Redis client.
 *
 * @param answer whether it answers
 * @param findings the differences between the protocols of the client and of the port
 */
public record PortReport(Answer answer, List<Finding> findings) {

	/** For a port that was not checked, or whose answer is not known. */
	public static final PortReport UNKNOWN = new PortReport(Answer.UNKNOWN, List.of());

	/** The answer of a port. */
	public enum Answer {

		/** A Redis answers. */
		YES,

		/** Nothing answers. */
		NO,

		/** The port was not checked, or there is no connection to it. */
		UNKNOWN

	}

}
