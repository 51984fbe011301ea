package io.lockstarter;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

import io.lockstarter.internal.Limits;
import org.jspecify.annotations.Nullable;

/**
 * Describes a lock to acquire from a {@link LockService}. A property that is {@code null}
 * means that the configuration under {@code distributed-lock} decides. Requests are
 * immutable. The methods that begin with {@code with} refuse invalid values with an
 * {@link IllegalArgumentException}.
 */
public final class LockRequest {

	/** A wait time without limit. */
	public static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

	private static final String DEFAULT_NAME = "lock";

	/** Begins the keys of fencing counters. A lock must not use the key of a counter. */
	private static final String RESERVED = "~";

	private static final String PERMITS_LIMIT = "must be between 1 and " + Limits.MAX_PERMITS;

	private final String key;

	private final String name;

	private final @Nullable Duration ttl;

	private final @Nullable Duration waitTime;

	private final boolean renew;

	private final @Nullable Duration maxHold;

	private final @Nullable Duration minHold;

	private final @Nullable ReleaseMode releaseMode;

	private final boolean fencing;

	private final LockType type;

	private final int permits;

	private LockRequest(String key, String name, @Nullable Duration ttl, @Nullable Duration waitTime, boolean renew,
			@Nullable Duration maxHold, @Nullable Duration minHold, @Nullable ReleaseMode releaseMode, boolean fencing,
			LockType type, int permits) {
		if (ttl != null) {
			check(ttl.compareTo(Limits.MIN_TTL) >= 0, "ttl", ttl, "must be at least 50 ms");
			checkAtMostOneYear("ttl", ttl);
		}
		if (waitTime != null && !waitTime.equals(FOREVER)) {
			check(!waitTime.isNegative(), "waitTime", waitTime, "must not be negative; zero tries once");
			check(waitTime.compareTo(Limits.MAX_DURATION) <= 0, "waitTime", waitTime,
					"must not be longer than a year, unless it is LockRequest.FOREVER");
		}
		checkPositive("maxHold", maxHold);
		checkPositive("minHold", minHold);
		if (maxHold != null && minHold != null) {
			check(minHold.compareTo(maxHold) <= 0, "minHold", minHold, "must not be longer than maxHold " + maxHold);
		}
		check(type != null, "type", type, "must not be null; the default is EXCLUSIVE");
		if (fencing && !type.hasFencing()) {
			throw invalid("fencing", fencing, "is not possible with type " + type
					+ ", which admits several holders at a time. Use EXCLUSIVE, FAIR or WRITE, or remove it.");
		}
		this.key = key;
		this.name = name;
		this.ttl = ttl;
		this.waitTime = waitTime;
		this.renew = renew;
		this.maxHold = maxHold;
		this.minHold = minHold;
		this.releaseMode = releaseMode;
		this.fencing = fencing;
		this.type = type;
		this.permits = permits;
	}

	private static String checkedName(String name) {
		check(name != null && !name.isBlank(), "name", name, "must not be null or blank; the default is 'lock'");
		return name;
	}

	private static String checkedKey(String key) {
		check(key != null && !key.isBlank(), "key", key, "must not be null or blank");
		// Messages are built only for invalid values: a request is created for each lock.
		if (key.length() > Limits.MAX_KEY_LENGTH) {
			throw invalid("key", key.substring(0, 64) + "…",
					"has " + key.length() + " characters; at most " + Limits.MAX_KEY_LENGTH + " are accepted");
		}
		check(!key.startsWith(RESERVED), "key", key,
				"begins with '~', which is reserved for keys of the library; begin it with a letter, for example");
		check(isText(key), "key", key, "contains an incomplete Unicode character (an unpaired surrogate). Remove it.");
		return key;
	}

	/**
	 * Creates a request for which the configuration decides everything. The lock is
	 * renewed while it is held.
	 * @param key the key, of at most 1024 characters; it must not begin with {@code ~}
	 * @return the request
	 */
	public static LockRequest of(String key) {
		return new LockRequest(checkedKey(key), DEFAULT_NAME, null, null, true, null, null, null, false,
				LockType.EXCLUSIVE, 0);
	}

	/**
	 * Returns the resolved name of the resource, such as {@code order:42}.
	 * @return the key
	 */
	public String key() {
		return this.key;
	}

	/**
	 * Returns the template of the key, such as {@code order:#<id>}. It has few different
	 * values, so it is fit for a metric's tag. The default is {@code lock}.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Returns the time for which the lock server keeps the lock without a renewal.
	 * @return the ttl, or {@code null} for the configured one
	 */
	public @Nullable Duration ttl() {
		return this.ttl;
	}

	/**
	 * Returns the longest time to wait. Zero tries once, {@link #FOREVER} has no limit.
	 * @return the wait time; {@code null} means {@code distributed-lock.wait-time}, and
	 * methods that try to acquire a lock do not wait then
	 */
	public @Nullable Duration waitTime() {
		return this.waitTime;
	}

	/**
	 * Returns whether the watchdog renews the lock.
	 * @return {@code false} for a fixed lease
	 */
	public boolean renew() {
		return this.renew;
	}

	/**
	 * Returns the longest time for which the lock is held, even if it is renewed.
	 * @return the time, or {@code null} for no limit
	 */
	public @Nullable Duration maxHold() {
		return this.maxHold;
	}

	/**
	 * Returns the shortest time for which the key stays locked, even if it is released
	 * sooner. It lets a short scheduled job run once, although every instance starts it.
	 * @return the time, or {@code null} for none
	 */
	public @Nullable Duration minHold() {
		return this.minHold;
	}

	/**
	 * Returns whether a release waits for the reply of the lock server.
	 * @return the mode, or {@code null} for the configured one
	 */
	public @Nullable ReleaseMode releaseMode() {
		return this.releaseMode;
	}

	/**
	 * Returns whether the hold takes a fencing number.
	 * @return {@code true} for a number; {@code false} means that the configuration
	 * decides
	 */
	public boolean fencing() {
		return this.fencing;
	}

	/**
	 * Returns the type of the lock. All callers of a key must agree on it.
	 * @return the type
	 */
	public LockType type() {
		return this.type;
	}

	/**
	 * Returns the number of holders that a {@link LockType#SEMAPHORE} admits at the same
	 * time. The lock server does not store it: the number in the request of the first
	 * waiter counts. A larger number takes effect at once, and a smaller one does not end
	 * existing holds.
	 * @return the number; 0 for all other types
	 */
	public int permits() {
		return this.permits;
	}

	/**
	 * Returns this request with another key.
	 * @param key the key, of at most 1024 characters; it must not begin with {@code ~}
	 * @return the request
	 */
	public LockRequest withKey(String key) {
		return new LockRequest(checkedKey(key), this.name, this.ttl, this.waitTime, this.renew, this.maxHold,
				this.minHold, this.releaseMode, this.fencing, this.type, this.permits);
	}

	/**
	 * Returns this request with another name, for events and metrics.
	 * @param name the template of the key
	 * @return the request
	 */
	public LockRequest withName(String name) {
		return new LockRequest(this.key, checkedName(name), this.ttl, this.waitTime, this.renew, this.maxHold,
				this.minHold, this.releaseMode, this.fencing, this.type, this.permits);
	}

	/**
	 * Returns this request with another ttl.
	 * @param ttl the ttl, from 50 ms to a year, or {@code null} for the configured one
	 * @return the request
	 */
	public LockRequest withTtl(@Nullable Duration ttl) {
		return new LockRequest(this.key, this.name, ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.releaseMode, this.fencing, this.type, this.permits);
	}

	/**
	 * Returns this request with another wait time.
	 * @param waitTime the longest time to wait, up to a year or {@link #FOREVER}, or
	 * {@code null} for the configured one
	 * @return the request
	 */
	public LockRequest withWaitTime(@Nullable Duration waitTime) {
		return new LockRequest(this.key, this.name, this.ttl, waitTime, this.renew, this.maxHold, this.minHold,
				this.releaseMode, this.fencing, this.type, this.permits);
	}

	/**
	 * Returns this request with or without renewal.
	 * @param renew {@code false} for a fixed lease
	 * @return the request
	 */
	public LockRequest withRenew(boolean renew) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, renew, this.maxHold, this.minHold,
				this.releaseMode, this.fencing, this.type, this.permits);
	}

	/**
	 * Returns this request with another longest hold.
	 * @param maxHold the longest hold, or {@code null} for no limit
	 * @return the request
	 */
	public LockRequest withMaxHold(@Nullable Duration maxHold) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, maxHold, this.minHold,
				this.releaseMode, this.fencing, this.type, this.permits);
	}

	/**
	 * Returns this request with another minimum hold.
	 * @param minHold the shortest time, or {@code null} for none
	 * @return the request
	 */
	public LockRequest withMinHold(@Nullable Duration minHold) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, minHold,
				this.releaseMode, this.fencing, this.type, this.permits);
	}

	/**
	 * Returns this request with another release mode.
	 * @param releaseMode the mode, or {@code null} for the configured one
	 * @return the request
	 */
	public LockRequest withReleaseMode(@Nullable ReleaseMode releaseMode) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				releaseMode, this.fencing, this.type, this.permits);
	}

	/**
	 * Returns this request with or without a fencing number. Locks of the types
	 * {@link LockType#READ} and {@link LockType#SEMAPHORE} have no fencing numbers.
	 * @param fencing {@code true} to take a fencing number
	 * @return the request
	 */
	public LockRequest withFencing(boolean fencing) {
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.releaseMode, fencing, this.type, this.permits);
	}

	/**
	 * Returns this request with another type. The type {@link LockType#SEMAPHORE} also
	 * needs {@link #withPermits}, which sets the type itself. All other types remove the
	 * permits.
	 * @param type the type
	 * @return the request
	 */
	public LockRequest withType(LockType type) {
		int permits = (type == LockType.SEMAPHORE) ? this.permits : 0;
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.releaseMode, this.fencing, type, permits);
	}

	/**
	 * Returns this request for a {@link LockType#SEMAPHORE} with this number of permits.
	 * @param permits the number of holders at the same time, from 1 to 1,000,000
	 * @return the request
	 */
	public LockRequest withPermits(int permits) {
		check(permits >= 1 && permits <= Limits.MAX_PERMITS, "permits", permits, PERMITS_LIMIT);
		return new LockRequest(this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold, this.minHold,
				this.releaseMode, this.fencing, LockType.SEMAPHORE, permits);
	}

	private @Nullable Object[] values() {
		return new @Nullable Object[] { this.key, this.name, this.ttl, this.waitTime, this.renew, this.maxHold,
				this.minHold, this.releaseMode, this.fencing, this.type, this.permits };
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof LockRequest request && Arrays.equals(values(), request.values());
	}

	@Override
	public int hashCode() {
		return Arrays.hashCode(values());
	}

	/** Contains the key, and what differs from {@link #of}. */
	@Override
	public String toString() {
		StringBuilder text = new StringBuilder("LockRequest[key=").append(this.key);
		append(text, "name", this.name, DEFAULT_NAME);
		append(text, "type", this.type, LockType.EXCLUSIVE);
		append(text, "permits", this.permits, 0);
		append(text, "ttl", this.ttl, null);
		append(text, "waitTime", FOREVER.equals(this.waitTime) ? "forever" : this.waitTime, null);
		append(text, "renew", this.renew, true);
		append(text, "maxHold", this.maxHold, null);
		append(text, "minHold", this.minHold, null);
		append(text, "releaseMode", this.releaseMode, null);
		append(text, "fencing", this.fencing, false);
		return text.append(']').toString();
	}

	private static void append(StringBuilder text, String property, @Nullable Object value, @Nullable Object standard) {
		if (!Objects.equals(value, standard)) {
			text.append(", ").append(property).append('=').append(value);
		}
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
		check(value.compareTo(Limits.MAX_DURATION) <= 0, what, value, "must not be longer than a year");
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
