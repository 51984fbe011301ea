package io.lockstarter.store;

/**
 * Who has a key.
 *
 * @param token the value in the lock server
 * @param remainingMillis how long it stays if it is not renewed; negative if that is not
 * known
 */
public record Holder(String token, long remainingMillis) {
}
