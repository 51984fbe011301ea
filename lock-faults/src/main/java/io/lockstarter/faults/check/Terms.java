package io.lockstarter.faults.check;

import java.time.Duration;

/**
 * What is promised where the history was made.
 *
 * @param exclusive whether locks exclude each other there. They cannot where the lock
 * server may forget a lock: after an asynchronous failover, or a restart without
 * persistence
 * @param ttl how long a lock lasts that is not renewed
 * @param stale whether a stale write must have been refused, since otherwise nothing was
 * shown
 */
public record Terms(boolean exclusive, Duration ttl, boolean stale) {
}
