package io.lockstarter;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Describes a lock to acquire from a {@link LockService}. A {@code null} component means
 * that the configuration under {@code distributed-lock} decides. The constructor rejects
 * invalid values.
 *
 * @param key the resolved name of the resource, such as {@code order:42}; it must not
 * begin with {@code ~}
 * @param name the template of the key, such as {@code order:#<id>}. It has few different
 * values, so it is fit for a metric's tag. The default is {@code lock}.
 * @param ttl the time for which the lock server keeps the lock without a renewal
 * @param waitTime the longest time to wait; zero tries once, {@link #FOREVER} has no
 * limit. {@code null} means {@code distributed-lock.wait-time}. Methods that try to
 * acquire a lock do not wait then.
 * @param renew {@code true} if the watchdog renews the lock; {@code false} makes a fixed
 * lease
 * @param maxHold the longest time for which the lock is held, even if it is renewed
 * @param minHold the shortest time for which the key stays locked, even if it is released
 * sooner. It lets a short scheduled job run once, although every instance starts it.
 * @param release whether a release waits for the reply of the lock server
 * @param fence {@code true} to take a fencing number; {@code false} means that the
 * configuration decides. Locks of the types {@link LockType#READ} and
 * {@link LockType#SEMAPHORE} have no fencing numbers.
 * @param type the type of the lock; all callers of a key must agree on it
 * @param permits the number of holders that a {@link LockType#SEMAPHORE} admits at the
 * same time; 0 for all other types. A semaphore cannot be acquired without it. The lock
 * server does not store it: the number in the request of the first waiter counts. A
 * larger number takes effect at once, and a smaller one does not end existing holds.
 */
public record LockRequest(String key, String name, @Nullable Duration ttl, @Nullable Duration waitTime, boolean renew,
		@Nullable Duration maxHold, @Nullable Duration minHold, @Nullable ReleaseMode release, boolean fence,
		LockType type, int permits) {

	/** A wait time without limit. */
	public static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

	/** The greatest length of a key, in characters. */
	public static final int MAX_KEY_LENGTH = 1024;

	/** The shortest ttl. A shorter ttl could not be renewed in time. */
	public static final Duration MIN_TTL = Duration.ofMillis(50);

	/** The longest duration, apart from {@link #FOREVER}. */
	public static final Duration MAX_DURATION = Duration.ofDays(365);

	/** The greatest number of permits. */
	public static final int MAX_PERMITS = 1_000_000;

	/** Begins the keys of fencing counters. A lock must not use the key of a counter. */
	private static final String RESERVED = "~";

	private static final String PERMITS_LIMIT = "must be between 1 and " + MAX_PERMITS;

	/**
	 * Creates a request.
	 * @param key the key
	 * @param name the template of the key
	 * @param ttl the ttl
	 * @param waitTime the longest time to wait
	 * @param renew {@code true} if the watchdog renews the lock
	 * @param maxHold the longest hold
	 * @param minHold the shortest time for which the key stays locked
	 * @param release whether a release waits for the reply
	 * @param fence {@code true} to take a fencing number
	 * @param type the type
	 * @param permits the number of permits of a semaphore, else zero
	 * @throws IllegalArgumentException if a value is invalid
	 */
	public LockRequest {
		check(name != null && !name.isBlank(), "name", name, "must not be null or blank; the default is 'lock'");
		check(key != null && !key.isBlank(), "key", key, "must not be null or blank");
		// Messages are built only for invalid values: a request is created for each lock.
		if (key.length() > MAX_KEY_LENGTH) {
			throw invalid("key", key.substring(0, 64) + "…",
					"has " + key.length() + " characters; at most " + MAX_KEY_LENGTH + " are accepted");
		}
		check(!key.startsWith(RESERVED), "key", key,
				"begins with '~', which is reserved for keys of the library; begin it with a letter, for example");
		check(isText(key), "key", key, "contains an incomplete Unicode character (an unpaired surrogate). Remove it.");
		if (ttl != null) {
			check(ttl.compareTo(MIN_TTL) >= 0, "ttl", ttl, "must be at least 50 ms");
			checkAtMostOneYear("ttl", ttl);
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
		check(type != null, "type", type, "must not be null; the default is EXCLUSIVE");
		if (fence && !type.hasFencing()) {
			throw invalid("fence", fence, "is not possible with type " + type
					+ ", which admits several holders at a time. Use EXCLUSIVE, FAIR or WRITE, or remove it.");
		}
		if (type == LockType.SEMAPHORE) {
			check(permits >= 0 && permits <= MAX_PERMITS, "permits", permits, PERMITS_LIMIT);
		}
		else if (permits != 0) {
			throw invalid("permits", permits, "is only for type SEMAPHORE, and the type is " + type
					+ ". Call withType(LockType.SEMAPHORE) first, or remove it.");
		}
	}

	/**
	 * Creates a request for a lock of type {@link LockType#EXCLUSIVE}.
	 * @param key the key
	 * @param name the template of the key
	 * @param ttl the ttl
	 * @param waitTime the longest time to wait
	 * @param renew {@code true} if the watchdog renews the lock
	 * @param maxHold the longest hold
	 * @param minHold the shortest time for which the key stays locked
	 * @param release whether a release waits for the reply
	 * @param fence {@code true} to take a fencing number
	 */
	public LockRequest(String key, String name, @Nullable Duration ttl, @Nullable Duration waitTime, boolean renew,
			@Nullable Duration maxHold, @Nullable Duration minHold, @Nullable ReleaseMode release, boolean fence) {
		this(key, name, ttl, waitTime, renew, maxHold, minHold, release, fence, LockType.EXCLUSIVE, 0);
	}

	/**
	 * Creates a request for which the configuration decides everything. The lock is
	 * renewed while it is held.
	 * @param key the key
	 * @return the request
	 */
	public static LockRequest of(String key) {
		return new LockRequest(key, "lock", null, null, true, null, null, null, false);
	}

	/**
	 * Returns this request with another key.
	 * @param key the key
	 * @return the request
	 */
	public LockRequest withKey(String key) {
		return new LockRequest(key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.release, this.fence, this.type, this.permits);
	}

	/**
	 * Returns this request with another name, for events and metrics.
	 * @param name the template of the key
	 * @return the request
	 */
	public LockRequest withName(String name) {
		return new LockRequest(this.key, name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.release, this.fence, this.type, this.permits);
	}

	/**
	 * Returns this request with another ttl.
	 * @param ttl the ttl, or {@code null} for the configured one
	 * @return the request
	 */
	public LockRequest withTtl(@Nullable Duration ttl) {
		return new LockRequest(this.key, this.name, ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.release, this.fence, this.type, this.permits);
	}

	/**
	 * Returns this request with another wait time.
	 * @param waitTime the longest time to wait, or {@code null} for the configured one
	 * @return the request
	 */
	public LockRequest withWaitTime(@Nullable Duration waitTime) {
		return new LockRequest(this.key, this.name, this.ttl, waitTime, this.renew, this.maxHold, this.minHold,
				this.release, this.fence, this.type, this.permits);
	}

	/**
	 * Returns this request with or without renewal.
	 * @param renew {@code false} for a fixed lease
	 * @return the request
	 */
	public LockRequest withRenew(boolean renew) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, renew, this.maxHold, this.minHold,
				this.release, this.fence, this.type, this.permits);
	}

	/**
	 * Returns this request with another longest hold.
	 * @param maxHold the longest hold, or {@code null} for no limit
	 * @return the request
	 */
	public LockRequest withMaxHold(@Nullable Duration maxHold) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, maxHold, this.minHold,
				this.release, this.fence, this.type, this.permits);
	}

	/**
	 * Returns this request with another minimum hold.
	 * @param minHold the shortest time, or {@code null} for none
	 * @return the request
	 */
	public LockRequest withMinHold(@Nullable Duration minHold) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, minHold,
				this.release, this.fence, this.type, this.permits);
	}

	/**
	 * Returns this request with another release mode.
	 * @param release the mode, or {@code null} for the configured one
	 * @return the request
	 */
	public LockRequest withReleaseMode(@Nullable ReleaseMode release) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				release, this.fence, this.type, this.permits);
	}

	/**
	 * Returns this request with or without a fencing number.
	 * @param fence {@code true} to take a fencing number
	 * @return the request
	 */
	public LockRequest withFencing(boolean fence) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.release, fence, this.type, this.permits);
	}

	/**
	 * Returns this request with another type. The type {@link LockType#SEMAPHORE} also
	 * needs {@link #withPermits}.
	 * @param type the type
	 * @return the request
	 */
	public LockRequest withType(LockType type) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.release, this.fence, type, this.permits);
	}

	/**
	 * Returns this request for a {@link LockType#SEMAPHORE} with another number of
	 * permits.
	 * @param permits the number of holders at the same time; from 1 to
	 * {@link #MAX_PERMITS}
	 * @return the request
	 * @throws IllegalArgumentException if this request has another type
	 */
	public LockRequest withPermits(int permits) {
		check(permits >= 1, "permits", permits, PERMITS_LIMIT);
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.release, this.fence, this.type, permits);
	}

	// The client encodes every unpaired surrogate as a question mark, so that two
	// different keys would become one.
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
			checkAtMostOneYear(what, value);
		}
	}

	private static void checkAtMostOneYear(String what, Duration value) {
		check(value.compareTo(MAX_DURATION) <= 0, what, value, "must not be longer than a year");
	}

	private static void check(boolean ok, String what, @Nullable Object value, String problem) {
		if (!ok) {
			throw invalid(what, value, problem);
		}
	}

	private static IllegalArgumentException invalid(String what, @Nullable Object value, String problem) {
		return new IllegalArgumentException("Lock request: " + what + " '" + value + "' " + problem);
	}

}
