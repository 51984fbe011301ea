package io.lockstarter.store;

/**
 * A place in the queue of instances that wait for a key.
 *
 * @param ticket changes whenever the token joins the queue or confirms its place. A grant
 * counts only with the ticket of the last reply: otherwise a message that comes late
 * could be taken for one of now
 * @param counted {@code false} if the lock server has no subscriber for the wake-ups of
 * this instance, although it asked for them
 */
public record QueuePlace(long ticket, boolean counted) {
}
