package io.lockstarter.store;

/**
 * Receives the grants of one instance. Methods are called on threads of the client and
 * must not block. A wake-up is an optimization: it may come late, twice or never, since
 * waiters also ask again at intervals.
 */
public interface WakeUps {

	/**
	 * Called when the subscription is active. Wake-ups that were sent before may be lost.
	 */
	void subscribed();

	/** Called when the subscription has ended: no wake-up arrives from now on. */
	void unsubscribed();

	/**
	 * Called when a token of this instance was granted the key while it was in the queue.
	 * @param key the key
	 * @param token the token
	 * @param ticket the {@linkplain QueuePlace#ticket ticket} that it had in the queue;
	 * zero if the sender has an older version and does not know it
	 */
	void granted(String key, String token, long ticket);

	/**
	 * Called when an operator has taken the key away from a token of this instance.
	 * @param key the key
	 * @param token the token that had the key
	 */
	default void revoked(String key, String token) {
	}

	/**
	 * Called as {@link #granted(String, String, long)} for a token with a {@link Claim}.
	 * @param key the key
	 * @param token the token
	 * @param ticket the ticket
	 * @param fence the fencing number that was taken with the key, or zero
	 */
	default void granted(String key, String token, long ticket, long fence) {
		granted(key, token, ticket);
	}

	/**
	 * Called when more tokens in the queue of a key can be admitted than one command may
	 * admit. The next {@link LockStore#refresh} with this token admits them. Without it,
	 * they wait until a waiter asks again.
	 * @param key the key
	 * @param token a token of this instance that was granted the key
	 */
	default void admitMore(String key, String token) {
	}

}
