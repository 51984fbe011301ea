package io.lockstarter.store;

/**
 * A lease to prolong.
 *
 * @param lease the lease; the reply belongs to this object and no other (rule H)
 * @param ttlMillis the time from now that it should have at least
 */
public record Renewal(Lease lease, long ttlMillis) {
}
