package io.lockstarter.store;

/**
 * How an instance waits in the queue of a key.
 *
 * @param grantMillis the ttl with which the key is granted to it when its turn comes
 * @param aliveMillis for how long it stays in the queue without asking again, unless the
 * lock server knows of a subscriber for its wake-ups
 * @param again whether it is in the queue already, as far as it knows; if it is not, it
 * does not join again, since a late wake-up could be taken for one of now
 * @param hears whether it subscribes to {@link WakeUps}; if not, it asks again at short
 * intervals
 */
public record Wait(long grantMillis, long aliveMillis, boolean again, boolean hears) {
}
