package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.lockstarter.LockRequest;
import io.lockstarter.LockRequestCustomizer;
import io.lockstarter.LockType;
import io.lockstarter.ReleaseMode;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.lane.Waiter.Terms;
import io.lockstarter.store.MonotonicClock;
import org.jspecify.annotations.Nullable;

/**
 * Holds the settings for all locks of an instance.
 *
 * @param instanceName the readable part of the instance's id, as in its tokens
 * @param ttl the ttl of requests without one
 * @param waitTime the wait time of requests without one
 * @param renewalInterval the longest time between two renewals of a lease; {@code null}:
 * a third of its ttl
 * @param retry how often a busy or failing lock server is asked again
 * @param longestSleep the longest sleep of a waiter that waits for a wake-up, and so the
 * longest delay by a lost wake-up
 * @param release whether releases wait for the reply, for requests that do not specify it
 * @param handOff how long a lease stays in the instance while other callers in it wait
 * @param fencing whether every lock takes a fencing number
 * @param customizers change each request before it is used, in this order
 */
public record LockSettings(String instanceName, Duration ttl, Duration waitTime, @Nullable Duration renewalInterval,
		RetrySettings retry, Duration longestSleep, ReleaseMode release, HandOffSettings handOff, boolean fencing,
		List<LockRequestCustomizer> customizers) {

	/** The default settings. */
	public static final LockSettings DEFAULT = new LockSettings("app", Duration.ofSeconds(30), Duration.ofSeconds(5),
			null, RetrySettings.DEFAULT, Duration.ofSeconds(2), ReleaseMode.SYNC, HandOffSettings.DEFAULT, false);

	public LockSettings {
		Objects.requireNonNull(instanceName, "instanceName");
		Objects.requireNonNull(retry, "retry");
		Objects.requireNonNull(release, "release");
		Objects.requireNonNull(handOff, "handOff");
		customizers = List.copyOf(customizers);
		if (longestSleep.compareTo(Duration.ofMillis(100)) < 0 || longestSleep.compareTo(Duration.ofMinutes(1)) > 0) {
			throw new IllegalArgumentException(
					"The longest sleep of a waiter must be between 100 ms and one minute: " + longestSleep);
		}
		// The checks of these values are in the request, and only there.
		LockRequest.of("settings").withTtl(ttl).withWaitTime(waitTime);
	}

	/**
	 * Creates settings without customizers.
	 * @param instanceName the readable part of the instance's id
	 * @param ttl the ttl of requests without one
	 * @param waitTime the wait time of requests without one
	 * @param renewalInterval the longest time between two renewals
	 * @param retry how often a busy or failing lock server is asked again
	 * @param longestSleep the longest sleep of a waiter
	 * @param release whether releases wait for the reply
	 * @param handOff how long a lease stays in the instance
	 * @param fencing whether every lock takes a fencing number
	 */
	public LockSettings(String instanceName, Duration ttl, Duration waitTime, @Nullable Duration renewalInterval,
			RetrySettings retry, Duration longestSleep, ReleaseMode release, HandOffSettings handOff, boolean fencing) {
		this(instanceName, ttl, waitTime, renewalInterval, retry, longestSleep, release, handOff, fencing, List.of());
	}

	/**
	 * Returns these settings with another name of the instance.
	 * @param name the readable part of the instance's id
	 * @return the settings
	 */
	public LockSettings withInstanceName(String name) {
		return new LockSettings(name, this.ttl, this.waitTime, this.renewalInterval, this.retry, this.longestSleep,
				this.release, this.handOff, this.fencing, this.customizers);
	}

	/**
	 * Returns these settings with other customizers.
	 * @param customizers change each request, in this order
	 * @return the settings
	 */
	public LockSettings withCustomizers(List<LockRequestCustomizer> customizers) {
		return new LockSettings(this.instanceName, this.ttl, this.waitTime, this.renewalInterval, this.retry,
				this.longestSleep, this.release, this.handOff, this.fencing, customizers);
	}

	/** Returns the request that the customizers make of a request of the application. */
	LockRequest customized(LockRequest request) {
		checkNotNull(request);
		LockRequest changed = request;
		for (LockRequestCustomizer customizer : this.customizers) {
			changed = customizer.customize(changed);
			if (changed == null) {
				throw new IllegalStateException(customizer.getClass().getName() + " returned null for lock '"
						+ request.key() + "': return the request itself if nothing changes");
			}
		}
		return changed;
	}

	/**
	 * Returns a request with the settings filled in.
	 * @param request the request, as the customizers have changed it
	 * @return its terms
	 */
	public Terms terms(LockRequest request) {
		checkNotNull(request);
		if (request.type() == LockType.SEMAPHORE && request.permits() == 0) {
			throw new IllegalArgumentException("Lock request: type SEMAPHORE of key '" + request.key()
					+ "' needs the number of holders at the same time. Call withPermits(n).");
		}
		return new Terms(request, nanos(request.ttl(), this.ttl), nanos(this.renewalInterval, LockRequest.FOREVER),
				request.renew(), nanos(request.waitTime(), this.waitTime),
				nanos(request.maxHold(), LockRequest.FOREVER), nanos(request.minHold(), Duration.ZERO),
				(request.releaseMode() != null) ? request.releaseMode() : this.release,
				request.fencing() || (this.fencing && request.type().hasFencing()));
	}

	private static void checkNotNull(@Nullable LockRequest request) {
		Arguments.check(request != null, "The lock request is null: create one with LockRequest.of(key)");
	}

	private static long nanos(@Nullable Duration asked, Duration configured) {
		Duration duration = (asked != null) ? asked : configured;
		return duration.equals(LockRequest.FOREVER) ? MonotonicClock.NEVER : duration.toNanos();
	}

}
