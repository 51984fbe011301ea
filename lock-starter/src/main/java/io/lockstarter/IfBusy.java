package io.lockstarter;

/** What a call of an annotated method does whose lock is busy until its wait is over. */
public enum IfBusy {

	/** Throws {@link LockNotAcquiredException}. */
	THROW,

	/**
	 * Does not call the method, and returns nothing: {@code null}, an empty
	 * {@code Optional}, collection, stream or array, or a stage that is complete with one
	 * of these. Refused at start-up on a method that returns a primitive.
	 */
	SKIP

}
