package io.lockstarter.core;

import java.util.List;

import io.lockstarter.LossCause;
import io.lockstarter.store.Release;

/**
 * What a lane needs from around it. Methods are called under the lane's lock: they must
 * neither block nor call a lane; what takes time, they put off to another thread.
 */
interface Effects {

	/**
	 * A token that was never used before.
	 * @return the token
	 */
	String newToken();

	/**
	 * Whether a token was made by this instance.
	 * @param token the token
	 * @return whether it was
	 */
	boolean isOurs(String token);

	/**
	 * How long to sleep before asking again.
	 * @param round how many sleeps there were before
	 * @return nanoseconds
	 */
	long backoff(int round);

	/**
	 * Random time that is added to a sleep which ends when a holder's ttl does.
	 * @return nanoseconds
	 */
	long scatter();

	/**
	 * Whether wake-ups are heard. If not, that is changed: somebody waits.
	 * @return whether they are
	 */
	boolean hears();

	/**
	 * There is a sign that wake-ups do not arrive, although they are subscribed to.
	 * @param sign the sign
	 */
	void suspectWakeUps(WakeUpSign sign);

	/**
	 * Whether a lease that was granted counts only after it was renewed.
	 * @return whether it does
	 */
	boolean confirmsGrants();

	/**
	 * The longest sleep of one who waits to be woken.
	 * @return nanoseconds
	 */
	long longestSleep();

	/**
	 * How often and for how long a lease may be handed on before other instances get
	 * their turn.
	 * @return the bounds
	 */
	HandOffSettings handOff();

	/**
	 * There is something for the watchdog to do at this time.
	 * @param time the time
	 */
	void lookBy(long time);

	/**
	 * A token of ours may be in the lock server without a lease: remove it.
	 * @param release what to remove
	 * @param ttl the ttl that it has there, at most
	 * @param late whether a command that brings it (back) may still be applied later
	 */
	void sweep(Release release, long ttl, boolean late);

	/**
	 * A hold was lost: tell everybody, soon, on another thread.
	 * @param hold the hold
	 * @param cause the cause
	 * @param actions what the holder wants to be run
	 */
	void lost(Hold hold, LossCause cause, List<Runnable> actions);

	/**
	 * This lane is dead: forget it.
	 * @param lane the lane
	 */
	void dead(Lane lane);

}
