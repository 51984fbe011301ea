package io.lockstarter.observability.actuator;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import io.lockstarter.observability.diagnosis.RecentLosses;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether this instance keeps its locks. It is not healthy if the watchdog is
 * late. Locks that were lost within the window are a detail, unless the application sets
 * a limit: after an outage of the lock server, every instance has lost locks. Busy locks
 * do not count, and neither does a lock server that is down: Spring Boot has its own
 * indicator for Redis.
 */
public final class LockHealth {

	private final Supplier<Duration> lag;

	private final Duration maxLag;

	private final RecentLosses losses;

	private final @Nullable Integer maxLosses;

	/**
	 * Creates the check.
	 * @param lag the delay of the last check of the watchdog
	 * @param maxLag the longest delay of a healthy instance
	 * @param losses counts losses
	 * @param maxLosses the largest number of losses of a healthy instance, or
	 * {@code null} for no limit
	 */
	public LockHealth(Supplier<Duration> lag, Duration maxLag, RecentLosses losses, @Nullable Integer maxLosses) {
		this.lag = lag;
		this.maxLag = maxLag;
		this.losses = losses;
		this.maxLosses = maxLosses;
	}

	/**
	 * Checks the instance.
	 * @return the result
	 */
	public Result check() {
		Duration delay = this.lag.get();
		int lost = this.losses.count();
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("renewalLag", delay.toMillis() + " ms");
		details.put("longestLag", this.maxLag.toMillis() + " ms");
		details.put("losses", lost);
		details.put("window", this.losses.window().toString());
		boolean keepsLocks = this.maxLosses == null || lost <= this.maxLosses;
		return new Result(delay.compareTo(this.maxLag) <= 0 && keepsLocks, details);
	}

	/**
	 * The result of a check.
	 *
	 * @param healthy whether the instance keeps its locks
	 * @param details the details
	 */
	public record Result(boolean healthy, Map<String, Object> details) {
	}

}
