package io.lockstarter.store;

/**
 * The holder of a key.
 *
 * @param token the value in the lock server
 * @param remainingMillis the time until the key expires without a renewal; negative if it
 * is not known
 */
public record Holder(String token, long remainingMillis) {
}
