package io.lockstarter.store;

/**
 * A lease to prolong.
 *
 * @param lease the lease; the reply belongs to this object only: rule H (renewal replies)
 * @param ttlMillis the shortest ttl from now on
 */
public record Renewal(Lease lease, long ttlMillis) {
}
