package io.lockstarter.store;

/**
 * A token with a {@link Claim} that is in the queue and asks again.
 *
 * @param key the key
 * @param token the token
 * @param ttlMillis the ttl if it has been granted the key
 * @param aliveMillis how long it stays in the queue without asking again
 */
public record Refresh(String key, String token, long ttlMillis, long aliveMillis) {
}
