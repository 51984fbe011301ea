package io.lockstarter.store;

/**
 * How an instance waits in the queue of a key.
 *
 * @param grantMillis the ttl with which the key is granted to it when its turn comes
 * @param aliveMillis for how long it stays in the queue without asking again, where the
 * lock server cannot tell otherwise whether it is there
 * @param again whether it stands in the queue already, as far as it knows; if it does
 * not, it is not put there again, since a late wake-up could be taken for one of now
 * @param hears whether it hears {@link WakeUps}; if not, it asks again at short intervals
 */
public record Wait(long grantMillis, long aliveMillis, boolean again, boolean hears) {
}
