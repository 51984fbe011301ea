package io.lockstarter.store;

/**
 * Runs something at a time of the {@link MonotonicClock}. What it runs must not block.
 */
public interface Timer {

	/**
	 * Runs a task at a time, at once if that is past.
	 * @param time the time
	 * @param task the task
	 * @return cancels it, if it has not run
	 */
	Runnable at(long time, Runnable task);

}
