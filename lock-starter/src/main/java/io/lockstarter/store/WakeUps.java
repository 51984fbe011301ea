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
	 * It is our turn: a token of ours that stood in the queue has the key now.
	 * @param key the key
	 * @param token the token
	 */
	void granted(String key, String token);

}
