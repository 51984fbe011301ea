package io.lockstarter.redlock;

import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Excludes a restarted node until all locks that it may have forgotten have expired. An
 * instance detects a restart only if it was connected before.
 */
final class Restarts {

	private static final Pattern RUN_ID = Pattern.compile("(?m)^run_id:(\\w+)");

	private final LongSupplier longestTtl;

	private @Nullable String runId;

	private volatile long excludedUntil;

	private volatile boolean excluded;

	/**
	 * Creates the state of a node that was never connected.
	 * @param longestTtl the longest ttl that was used so far, in nanoseconds
	 */
	Restarts(LongSupplier longestTtl) {
		this.longestTtl = longestTtl;
	}

	/**
	 * Compares the server behind a new connection with the previous one.
	 * @param info the reply to INFO; {@code null} if there is none
	 * @param now the time
	 * @return whether the server was restarted
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
		this.excludedUntil = now + this.longestTtl.getAsLong();
		this.excluded = true;
		return true;
	}

	boolean isExcluded(long now) {
		if (this.excluded && now - this.excludedUntil >= 0) {
			this.excluded = false;
		}
		return this.excluded;
	}

}
