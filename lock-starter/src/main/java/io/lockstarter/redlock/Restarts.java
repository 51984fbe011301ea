package io.lockstarter.redlock;

import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Keeps a node that was restarted from giving locks, until all that it may have forgotten
 * have expired. A restart is seen by whoever was connected before it.
 */
final class Restarts {

	private static final Pattern RUN_ID = Pattern.compile("(?m)^run_id:(\\w+)");

	private final LongSupplier longestTtl;

	private @Nullable String runId;

	private volatile long outUntil;

	private volatile boolean out;

	/**
	 * Has seen nothing yet.
	 * @param longestTtl the longest ttl that was used so far, in nanoseconds
	 */
	Restarts(LongSupplier longestTtl) {
		this.longestTtl = longestTtl;
	}

	/**
	 * A connection was made.
	 * @param info what the server says of itself; {@code null} if it does not
	 * @param now the time
	 * @return whether it was restarted
	 */
	synchronized boolean connected(@Nullable String info, long now) {
		Matcher matcher = RUN_ID.matcher((info != null) ? info : "");
		String before = this.runId;
		if (!matcher.find()) {
			return false;
		}
		this.runId = matcher.group(1);
		if (before == null || before.equals(this.runId)) {
			return false;
		}
		this.outUntil = now + this.longestTtl.getAsLong();
		this.out = true;
		return true;
	}

	boolean keepOut(long now) {
		if (this.out && now - this.outUntil >= 0) {
			this.out = false;
		}
		return this.out;
	}

}
