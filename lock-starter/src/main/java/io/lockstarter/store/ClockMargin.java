package io.lockstarter.store;

import java.util.concurrent.TimeUnit;

/**
 * Defines by how much earlier than its ttl a lock ends for its holder, since the clocks
 * of the holder and of the lock server run at different speeds.
 */
public final class ClockMargin {

	/** The part that grows with the ttl. */
	public static final int PERCENT = 1;

	/** The fixed part, in nanoseconds. */
	public static final long FIXED = TimeUnit.MILLISECONDS.toNanos(2);

	private ClockMargin() {
	}

}
