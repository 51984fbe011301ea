package io.lockstarter.store;

/**
 * A place in the queue of instances that wait for a key.
 *
 * @param ticket changes whenever the token joins the queue or confirms its place. A grant
 * counts only with the ticket of the last reply, so that a late message is not taken for
 * a current one
 * @param counted {@code false} if the lock server has no subscriber for the wake-ups of
 * this instance, although the instance is subscribed
 */
public record QueuePlace(long ticket, boolean counted) {
}
