package io.lockstarter;

/** What happens to a call of an annotated method that loses its lock while it runs. */
public enum OnLost {

	/**
	 * The method goes on; when it has ended, {@link LockLostException} is thrown. Where
	 * the method itself throws, that is what comes out, with the loss as a suppressed
	 * exception.
	 */
	FAIL,

	/**
	 * As {@link #FAIL}, and the thread that runs the method is interrupted at once. An
	 * {@code InterruptedException} that comes of this is a suppressed exception of the
	 * {@code LockLostException}. The interrupt does not outlive the call: the thread's
	 * flag is clear afterwards, unless it was set already when the lock was lost. Where
	 * the method has returned a stage, that stage is cancelled, and the caller's fails at
	 * once.
	 */
	INTERRUPT,

	/** Only listeners are told. */
	IGNORE

}
