package io.lockstarter.store;

/**
 * Hears what is granted to one instance. Methods are called on threads of the client:
 * they must not block. A wake-up is an optimisation: it may come late, twice or never,
 * since whoever waits asks again.
 */
public interface WakeUps {

	/** From now on wake-ups are heard. Those that were sent before may be lost. */
	void listening();

	/** From now on nothing is heard. */
	void deaf();

	/**
	 * A token of ours that was in the queue has been granted the key.
	 * @param key the key
	 * @param token the token
	 * @param ticket the {@linkplain QueuePlace#ticket ticket} that it had in the queue;
	 * zero if the sender does not know it, being of an older version
	 */
	void granted(String key, String token, long ticket);

}
