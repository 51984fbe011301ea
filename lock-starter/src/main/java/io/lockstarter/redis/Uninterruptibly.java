package io.lockstarter.redis;

/**
 * Waits even if the thread is interrupted. The interrupt is meant for the caller, which
 * sees it afterwards. It must not affect the command in progress.
 */
final class Uninterruptibly {

	private Uninterruptibly() {
	}

	/**
	 * Waits until the result or the time-out.
	 * @param <T> the type of the result
	 * @param <X> the type of its exception
	 * @param nanos the longest wait in total
	 * @param wait waits for the remaining time; it runs again after an interrupt
	 * @return the result of the last run
	 * @throws X the exception of the last run
	 */
	static <T, X extends Exception> T await(long nanos, TimedWait<T, X> wait) throws X {
		long end = System.nanoTime() + nanos;
		long left = nanos;
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return wait.within(left);
				}
				catch (InterruptedException ex) {
					interrupted = true;
					left = Math.max(0, end - System.nanoTime());
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/** Waits for a result, at most for the given time. */
	interface TimedWait<T, X extends Exception> {

		T within(long nanos) throws InterruptedException, X;

	}

}
