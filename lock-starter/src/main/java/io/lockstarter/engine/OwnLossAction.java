package io.lockstarter.engine;

/**
 * Marks an action on the loss of a lock that the library registers itself. It does not
 * show that the application still relies on the lock.
 */
public interface OwnLossAction extends Runnable {

}
