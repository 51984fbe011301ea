package io.lockstarter.engine;

/**
 * Owns the lock of a leader. Such a lock is held for as long as its instance runs, so
 * observers do not report it as held for too long.
 */
public final class LeaderOwner {

}
