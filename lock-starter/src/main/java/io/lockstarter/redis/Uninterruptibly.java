package io.lockstarter.redis;

/**
 * Waits also while the thread is interrupted. An interrupt is meant for the caller, which
 * finds it afterwards; it says nothing about the command that is under way.
 */
final class Uninterruptibly {

	private Uninterruptibly() {
	}

	/**
	 * Waits.
	 * @param <T> the type of the result
	 * @param <X> how it fails
	 * @param nanos how long to wait in all
	 * @param wait waits for the time that is left; it is run again after an interrupt
	 * @return what it returned in the end
	 * @throws X what it threw in the end
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

	/** Waits for a time. */
	interface TimedWait<T, X extends Exception> {

		T within(long nanos) throws InterruptedException, X;

	}

}
