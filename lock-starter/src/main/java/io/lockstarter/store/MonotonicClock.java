package io.lockstarter.store;

/**
 * A clock that never goes back and counts from about zero, so that its values can be
 * compared and {@link #NEVER} is after all of them.
 */
@FunctionalInterface
public interface MonotonicClock {

	/** After every time. */
	long NEVER = Long.MAX_VALUE;

	/**
	 * The time in nanoseconds.
	 * @return the time
	 */
	long nanos();

	/**
	 * A clock on {@link System#nanoTime()}.
	 * @return the clock
	 */
	static MonotonicClock system() {
		long origin = System.nanoTime();
		return () -> System.nanoTime() - origin;
	}

	/**
	 * Adds without overflow.
	 * @param time a time
	 * @param nanos a duration
	 * @return the time after that duration, or {@link #NEVER}
	 */
	static long plus(long time, long nanos) {
		long sum = time + nanos;
		return (nanos > 0 && sum < time) ? NEVER : sum;
	}

}
