package io.lockstarter.store;

/**
 * Defines how an instance waits in the queue of a key.
 *
 * @param grantMillis the ttl with which the key is granted to it when its turn comes
 * @param aliveMillis how long it stays in the queue without asking again; without effect
 * if the lock server counts a subscriber for its wake-ups
 * @param again whether it is in the queue already, as far as it knows. If it is not there
 * any more, it does not join again, since a late wake-up could be taken for a current one
 * @param subscribed whether it is subscribed to {@link WakeUps}; if not, it asks again at
 * short intervals
 */
public record QueueRequest(long grantMillis, long aliveMillis, boolean again, boolean subscribed) {
}
