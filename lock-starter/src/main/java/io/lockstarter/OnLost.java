package io.lockstarter;

/** Decides what happens if an annotated method loses its lock while it runs. */
public enum OnLost {

	/**
	 * Lets the method run to its end, and then throws {@link LockLostException}. If the
	 * method itself throws, the caller receives that exception, with the loss as a
	 * suppressed exception.
	 */
	THROW,

	/**
	 * Acts as {@link #THROW}, and also interrupts the thread that runs the method at
	 * once. An {@code InterruptedException} that results from this becomes a suppressed
	 * exception of the {@code LockLostException}. The interrupt ends with the call:
	 * afterwards the thread's interrupt flag is clear, unless it was already set when the
	 * lock was lost. If the method has already returned a stage, that stage is canceled.
	 * When it has ended, or after a second, the other locks of the call are released, and
	 * the caller's stage fails.
	 */
	INTERRUPT,

	/** Ignores the loss. Only listeners receive it. */
	IGNORE

}
