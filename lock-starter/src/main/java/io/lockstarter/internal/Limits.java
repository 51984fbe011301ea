package io.lockstarter.internal;

import java.time.Duration;

/** Limits of values that users give. */
public final class Limits {

	/** The greatest length of a key, in characters. */
	public static final int MAX_KEY_LENGTH = 1024;

	/** The shortest ttl. A shorter ttl could not be renewed in time. */
	public static final Duration MIN_TTL = Duration.ofMillis(50);

	/** The longest duration, apart from a wait time without limit. */
	public static final Duration MAX_DURATION = Duration.ofDays(365);

	/** The greatest number of permits of a semaphore. */
	public static final int MAX_PERMITS = 1_000_000;

	/** The number of events that may wait for one listener. */
	public static final int EVENT_QUEUE_CAPACITY = 10_000;

	/** The number of locks of a page, if the caller does not specify it. */
	public static final int PAGE_SIZE = 100;

	/** The largest number of locks that a caller may ask for in one page. */
	public static final int MAX_PAGE_SIZE = 1000;

	private Limits() {
	}

}
