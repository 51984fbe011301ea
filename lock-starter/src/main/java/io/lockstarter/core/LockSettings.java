package io.lockstarter.core;

import java.time.Duration;
import java.util.Objects;

import io.lockstarter.LockRequest;
import io.lockstarter.ReleaseMode;
import org.jspecify.annotations.Nullable;

/**
 * What holds for all locks of an instance.
 *
 * @param instanceName the readable part of the instance's id, as in its tokens
 * @param ttl the ttl of requests that name none
 * @param waitTime the wait time of requests that name none
 * @param renewalInterval the longest time between two renewals of a lease; {@code null}:
 * a third of its ttl
 * @param retry how often a busy or failing lock server is asked again
 * @param longestSleep the longest sleep of one who waits to be woken: what a lost wake-up
 * costs at most
 * @param release whether releases wait for the reply, where a request does not say
 * @param handOff how long a lease stays in the instance while callers of it wait
 * @param fencing whether every lock takes a fencing number
 */
public record LockSettings(String instanceName, Duration ttl, Duration waitTime, @Nullable Duration renewalInterval,
		RetrySettings retry, Duration longestSleep, ReleaseMode release, HandOffSettings handOff, boolean fencing) {

	/** What applies where nothing is configured. */
	public static final LockSettings DEFAULT = new LockSettings("app", Duration.ofSeconds(30), Duration.ofSeconds(5),
			null, RetrySettings.DEFAULT, Duration.ofSeconds(2), ReleaseMode.SYNC, HandOffSettings.DEFAULT, false);

	public LockSettings {
		Objects.requireNonNull(instanceName, "instanceName");
		Objects.requireNonNull(retry, "retry");
		Objects.requireNonNull(release, "release");
		Objects.requireNonNull(handOff, "handOff");
		if (longestSleep.compareTo(Duration.ofMillis(100)) < 0 || longestSleep.compareTo(Duration.ofMinutes(1)) > 0) {
			throw new IllegalArgumentException(
					"The longest sleep of a waiter must be between 100 ms and one minute: " + longestSleep);
		}
		// The request knows what is nonsense; it is asked here so that it is said once.
		LockRequest.of("settings").withTtl(ttl).withWaitTime(waitTime);
	}

	/**
	 * The time between two renewals.
	 * @param ttl a ttl in nanoseconds
	 * @return nanoseconds, a third of the ttl at the most
	 */
	long renewEvery(long ttl) {
		return (this.renewalInterval != null) ? Math.min(ttl / 3, this.renewalInterval.toNanos()) : ttl / 3;
	}

}
