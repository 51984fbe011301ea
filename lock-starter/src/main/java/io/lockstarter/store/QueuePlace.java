package io.lockstarter.store;

/**
 * A place in the queue of instances that wait for a key.
 *
 * @param ticket changes whenever the token joins the queue or confirms its place. A grant
 * counts only with the ticket of the last reply, so that a late message is not taken for
 * a current one. For a token with a {@link Claim}, it changes only when the token joins
 * @param counted {@code false} if the lock server has no subscriber for the wake-ups of
 * this instance, although the instance is subscribed
 * @param first whether the token should ask again when the holder's time is over. Of the
 * tokens with a claim, only the first in the queue should
 */
public record QueuePlace(long ticket, boolean counted, boolean first) {

	/**
	 * Creates a place for a token that asks again when the holder's time is over.
	 * @param ticket the ticket
	 * @param counted whether the lock server has a subscriber
	 */
	public QueuePlace(long ticket, boolean counted) {
		this(ticket, counted, true);
	}

}
