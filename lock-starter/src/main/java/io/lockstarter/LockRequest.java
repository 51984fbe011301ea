package io.lockstarter;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What is asked of a {@link LockService}. What is {@code null} is as configured under
 * {@code distributed-lock}. Nonsense is refused when the request is made.
 *
 * @param key the resolved name of the resource, such as {@code order:42}; it must not
 * begin with {@code ~}
 * @param name the template that the key came from, such as {@code order:#<id>}: few
 * different values, fit for a metric's tag; the default is {@code lock}
 * @param ttl how long the lock server keeps the lock if it is not renewed
 * @param waitTime how long to wait; zero tries once, {@link #FOREVER} has no end
 * @param renew whether the watchdog renews it; {@code false} makes a fixed lease
 * @param maxHold the hold ends after this long at the latest, renewed or not
 * @param minHold the key stays taken for at least this long after it was acquired, also
 * when it is released sooner: so a short scheduled job runs once in a fleet
 * @param release whether its release waits for the lock server's reply
 * @param fence whether it takes a fencing number; {@code false} is as configured
 */
public record LockRequest(String key, String name, @Nullable Duration ttl, @Nullable Duration waitTime, boolean renew,
		@Nullable Duration maxHold, @Nullable Duration minHold, @Nullable ReleaseMode release, boolean fence) {

	/** A wait time without end. */
	public static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

	/** The longest key that is accepted, in characters. */
	public static final int MAX_KEY_LENGTH = 1024;

	/** The shortest ttl that is accepted: less cannot be renewed in time. */
	public static final Duration MIN_TTL = Duration.ofMillis(50);

	/** The longest duration that is accepted, apart from {@link #FOREVER}. */
	public static final Duration MAX_DURATION = Duration.ofDays(365);

	/** A lock must never be the fencing counter of another one. */
	private static final String RESERVED = "~";

	public LockRequest {
		check(name != null && !name.isBlank(), "name", name, "must not be null or blank; the default is 'lock'");
		check(key != null && !key.isBlank(), "key", key, "must not be null or blank");
		check(key.length() <= MAX_KEY_LENGTH, "key", key.substring(0, Math.min(64, key.length())) + "…",
				"has " + key.length() + " characters; at most " + MAX_KEY_LENGTH + " are accepted");
		check(!key.startsWith(RESERVED), "key", key,
				"begins with '~', which is reserved for keys of the library; begin it with a letter, for example");
		check(isText(key), "key", key, "has half of a surrogate pair, which is no character");
		if (ttl != null) {
			check(ttl.compareTo(MIN_TTL) >= 0, "ttl", ttl, "must be at least 50 ms");
			checkNotAbsurd("ttl", ttl);
		}
		if (waitTime != null && !waitTime.equals(FOREVER)) {
			check(!waitTime.isNegative(), "waitTime", waitTime, "must not be negative; zero tries once");
			check(waitTime.compareTo(MAX_DURATION) <= 0, "waitTime", waitTime,
					"must not be longer than a year, unless it is LockRequest.FOREVER");
		}
		checkPositive("maxHold", maxHold);
		checkPositive("minHold", minHold);
		if (maxHold != null && minHold != null) {
			check(minHold.compareTo(maxHold) <= 0, "minHold", minHold, "must not be longer than maxHold " + maxHold);
		}
	}

	/**
	 * A request with everything as configured, renewed while it is held.
	 * @param key the key
	 * @return the request
	 */
	public static LockRequest of(String key) {
		return new LockRequest(key, "lock", null, null, true, null, null, null, false);
	}

	public LockRequest withName(String name) {
		return new LockRequest(this.key, name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.release, this.fence);
	}

	public LockRequest withTtl(@Nullable Duration ttl) {
		return new LockRequest(this.key, this.name, ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.release, this.fence);
	}

	public LockRequest withWaitTime(@Nullable Duration waitTime) {
		return new LockRequest(this.key, this.name, this.ttl, waitTime, this.renew, this.maxHold, this.minHold,
				this.release, this.fence);
	}

	public LockRequest withRenew(boolean renew) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, renew, this.maxHold, this.minHold,
				this.release, this.fence);
	}

	public LockRequest withMaxHold(@Nullable Duration maxHold) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, maxHold, this.minHold,
				this.release, this.fence);
	}

	public LockRequest withMinHold(@Nullable Duration minHold) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, minHold,
				this.release, this.fence);
	}

	public LockRequest withRelease(@Nullable ReleaseMode release) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				release, this.fence);
	}

	public LockRequest withFence(boolean fence) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.release, fence);
	}

	// Half of a pair would reach the lock server as a question mark, as would any other.
	private static boolean isText(String key) {
		for (int i = 0; i < key.length(); i++) {
			if (Character.isSurrogate(key.charAt(i))) {
				int character = key.codePointAt(i++);
				if (!Character.isSupplementaryCodePoint(character)) {
					return false;
				}
			}
		}
		return true;
	}

	private static void checkPositive(String what, @Nullable Duration value) {
		if (value != null) {
			check(!value.isNegative() && !value.isZero(), what, value, "must be longer than zero");
			checkNotAbsurd(what, value);
		}
	}

	private static void checkNotAbsurd(String what, Duration value) {
		check(value.compareTo(MAX_DURATION) <= 0, what, value, "must not be longer than a year");
	}

	private static void check(boolean ok, String what, @Nullable Object value, String problem) {
		if (!ok) {
			throw new IllegalArgumentException("Lock request: " + what + " '" + value + "' " + problem);
		}
	}

}
