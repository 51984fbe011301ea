package io.lockstarter.engine;

/**
 * Marks an action on the loss of a lock that the library registers itself. It does not
 * show that the application still relies on the lock.
 */
public interface OwnLossAction extends Runnable {

	/**
	 * Returns whether it runs on the thread that notices the loss. Then it must neither
	 * block nor run code of the application.
	 * @return whether it needs no thread of its own
	 */
	default boolean isImmediate() {
		return false;
	}

}
