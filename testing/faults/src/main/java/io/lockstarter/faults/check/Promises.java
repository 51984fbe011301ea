package io.lockstarter.faults.check;

import java.time.Duration;

/**
 * Holds the promises that apply to a history.
 *
 * @param exclusive true if locks exclude each other. They cannot if the lock server may
 * lose a lock: after an asynchronous failover, or a restart without persistence
 * @param ttl the ttl of the locks
 * @param stale true if a stale write must have been rejected, because otherwise the run
 * proves nothing
 */
public record Promises(boolean exclusive, Duration ttl, boolean stale) {
}
