package io.lockstarter.core;

import java.time.Duration;

import io.lockstarter.LockRequest;
import io.lockstarter.ReleaseMode;
import io.lockstarter.store.MonotonicClock;
import org.jspecify.annotations.Nullable;

/**
 * A request with the settings filled in, in nanoseconds.
 *
 * @param request what the caller asked for
 * @param ttl the ttl
 * @param renewEvery the time between two renewals
 * @param waitTime the wait time; zero tries once
 * @param maxHold the longest hold
 * @param minHold the shortest time that the key stays taken
 * @param release whether its release waits for the reply
 * @param fence whether it takes a fencing number
 */
record Terms(LockRequest request, long ttl, long renewEvery, long waitTime, long maxHold, long minHold,
		ReleaseMode release, boolean fence) {

	static Terms of(LockRequest request, LockSettings settings) {
		Arguments.check(request != null, "The lock request is null: make one with LockRequest.of(key)");
		long ttl = nanos(request.ttl(), settings.ttl());
		return new Terms(request, ttl, settings.renewEvery(ttl), nanos(request.waitTime(), settings.waitTime()),
				nanos(request.maxHold(), LockRequest.FOREVER), nanos(request.minHold(), Duration.ZERO),
				(request.release() != null) ? request.release() : settings.release(),
				request.fence() || settings.fencing());
	}

	String key() {
		return this.request.key();
	}

	boolean renew() {
		return this.request.renew();
	}

	boolean triesOnce() {
		return this.waitTime == 0;
	}

	private static long nanos(@Nullable Duration asked, Duration configured) {
		Duration duration = (asked != null) ? asked : configured;
		return duration.equals(LockRequest.FOREVER) ? MonotonicClock.NEVER : duration.toNanos();
	}

}
