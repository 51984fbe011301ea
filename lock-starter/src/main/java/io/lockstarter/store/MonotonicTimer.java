package io.lockstarter.store;

/**
 * Runs tasks at a time of the {@link MonotonicClock}. Tasks must not block.
 */
public interface MonotonicTimer {

	/**
	 * Runs a task at a time, or at once if that time is past.
	 * @param time the time
	 * @param task the task
	 * @return cancels it, if it has not run
	 */
	Runnable at(long time, Runnable task);

}
