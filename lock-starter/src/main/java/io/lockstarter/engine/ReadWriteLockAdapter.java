package io.lockstarter.engine;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * Adapts the lock service to {@link ReadWriteLock}.
 *
 * @param readLock the read lock of a key
 * @param writeLock the write lock of the same key
 */
record ReadWriteLockAdapter(Lock readLock, Lock writeLock) implements ReadWriteLock {
}
