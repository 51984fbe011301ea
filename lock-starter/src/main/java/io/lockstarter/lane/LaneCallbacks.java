package io.lockstarter.lane;

import java.util.List;

import io.lockstarter.LockLostException;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.HeldLease.SentToken;
import io.lockstarter.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Connects a lane to the engine. Methods are called under the lane's lock: they must not
 * block, throw or call a lane. Work that takes time runs on another thread.
 */
public interface LaneCallbacks {

	/**
	 * Returns a token that was never used before.
	 * @param lane the lane that uses it
	 * @return the token
	 */
	String newToken(Lane lane);

	/**
	 * Returns whether a token belongs to this instance although no lane uses it.
	 * @param token the token that has the key; the calling lane does not use it
	 * @return whether to remove the token
	 */
	boolean isLeftover(String token);

	/**
	 * Returns how long to sleep before the next attempt.
	 * @param round the number of earlier sleeps
	 * @return nanoseconds
	 */
	long backoff(int round);

	/**
	 * Returns a random time. It is added to a sleep that ends with the holder's ttl, so
	 * that waiters do not all wake at the same time.
	 * @return nanoseconds
	 */
	long scatter();

	/**
	 * Returns whether the instance is subscribed to wake-ups. If not, it subscribes in
	 * the background.
	 * @return whether it is subscribed
	 */
	boolean subscribed();

	/**
	 * Reports a sign that wake-ups do not arrive although the instance is subscribed.
	 * @param sign the sign
	 */
	void suspectWakeUps(MissedWakeUpSign sign);

	/**
	 * Returns whether a granted lease counts only after a renewal.
	 * @return whether a renewal is needed
	 */
	boolean confirmsGrants();

	/**
	 * Returns the longest sleep of a waiter that waits for a wake-up.
	 * @return nanoseconds
	 */
	long longestSleep();

	/**
	 * Returns how often and how long a lease may be handed on before other instances get
	 * their turn.
	 * @return the bounds
	 */
	HandOffSettings handOff();

	/**
	 * Returns whether the instance is closed, so that no caller may acquire a lock.
	 * @return whether it is closed
	 */
	boolean closed();

	/**
	 * Lets the watchdog check the holds at this time or earlier.
	 * @param time the time
	 */
	void wakeWatchdogBy(long time);

	/**
	 * Lets a batch ask again for tokens in queues at this time or earlier.
	 * @param time the time
	 */
	void refreshBy(long time);

	/**
	 * Removes a token of ours that may be in the lock server without a lease.
	 * @param sent the token
	 * @param keepMillis if above zero, the key stays locked for this time, although it
	 * has no holder
	 * @param fence the highest fencing number that was taken with it, or zero
	 */
	void sweep(SentToken sent, long keepMillis, long fence);

	/**
	 * Reports that a caller asks for the key. Nested requests are not reported.
	 * @param waiter the caller
	 */
	default void requested(Waiter waiter) {
	}

	/**
	 * Reports that a caller has taken the lease.
	 * @param hold its hold
	 */
	default void acquired(Hold hold) {
	}

	/**
	 * Reports that an attempt has failed. The waiter tries again or is refused.
	 * @param attempt the attempt
	 * @param failure the failure
	 */
	default void failed(Attempt attempt, StoreException failure) {
	}

	/**
	 * Reports that a hold was released, before another caller takes the lease. After an
	 * asynchronous release, it is reported with the reply.
	 * @param hold the hold
	 * @param confirmed whether the lock server has confirmed it, or need not
	 */
	default void released(Hold hold, boolean confirmed) {
	}

	/**
	 * Reports that a caller begins to wait.
	 * @param waiter the caller
	 */
	void waiting(Waiter waiter);

	/**
	 * Reports that another instance has granted us the key.
	 * @param head the caller that can take it
	 * @param token the token that was in the queue
	 */
	void granted(Waiter head, String token);

	/**
	 * Reports that a hold has ended and its lease goes to another caller of this
	 * instance.
	 * @param hold the hold
	 */
	void handedOn(Hold hold);

	/**
	 * Reports that a hold was renewed.
	 * @param hold the hold
	 */
	void renewed(Hold hold);

	/**
	 * Reports that a hold was lost. Listeners and actions run on another thread.
	 * @param hold the hold
	 * @param cause the cause
	 * @param actions the actions that the holder has registered
	 */
	void lost(Hold hold, LockLostException.Reason cause, List<Hold.LossAction> actions);

	/**
	 * Describes the holder of a key for the exception of a waiter.
	 * @param waiter the waiter
	 * @param hold the hold, if this instance holds the key
	 * @param token the token that the lock server named last, if any
	 * @param waiting the number of other waiters of this instance
	 * @param now the time
	 * @return the text; empty if nothing is known
	 */
	default String describeHolder(Waiter waiter, @Nullable Hold hold, @Nullable String token, int waiting, long now) {
		return "";
	}

	/**
	 * Removes a dead lane.
	 * @param lane the lane
	 */
	void dead(Lane lane);

}
