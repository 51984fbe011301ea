package io.lockstarter.store;

/**
 * A clock that never goes back and counts from about zero. Its values can be compared,
 * and {@link #NEVER} is later than all of them.
 */
@FunctionalInterface
public interface MonotonicClock {

	/** A time later than every other. */
	long NEVER = Long.MAX_VALUE;

	/** A time earlier than every other. */
	long PAST = Long.MIN_VALUE;

	/**
	 * Returns the time in nanoseconds.
	 * @return the time
	 */
	long nanos();

	/**
	 * Returns a clock on {@link System#nanoTime()}.
	 * @return the clock
	 */
	static MonotonicClock system() {
		long origin = System.nanoTime();
		return () -> System.nanoTime() - origin;
	}

	/**
	 * Adds a duration to a time without overflow.
	 * @param time a time
	 * @param nanos a duration
	 * @return the time after that duration, or {@link #NEVER}
	 */
	static long plus(long time, long nanos) {
		long sum = time + nanos;
		return (nanos > 0 && sum < time) ? NEVER : sum;
	}

}
