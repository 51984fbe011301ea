package io.lockstarter.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

import io.lockstarter.LockType;
import org.jspecify.annotations.Nullable;

/**
 * Connects to a lock server. Every method is one atomic command; a batch is one command
 * per entry. A method blocks until the reply. It throws {@link StoreException} if the
 * outcome is not known or the server refused the command. Every key that is written has
 * an expiry.
 *
 * <p>
 * A store is thread-safe, keeps no state of locks in this process, and does not retry. If
 * a store has no queue, the default methods apply, and waiters ask again at intervals.
 */
public interface LockStore {

	/** The largest number of entries that one script may handle: rule P (batches). */
	int LARGEST_BATCH = 500;

	/**
	 * The time for which a counter of fencing numbers outlives its lock. It is longer
	 * than clocks may differ.
	 */
	Duration FENCE_MARGIN = Duration.ofMinutes(10);

	/**
	 * The time by which a command waits longer than requested for a connection that is
	 * being opened. Otherwise the first calls of an application fail if their wait time
	 * is shorter than the time to connect.
	 */
	Duration CONNECT_MARGIN = Duration.ofSeconds(2);

	/**
	 * Runs commands with a limit for the wait for a connection, which is at most
	 * {@link #CONNECT_MARGIN} longer than the given time. A command without a connection
	 * within this limit is not sent, and fails. Without this method, a command waits for
	 * a connection no longer than for a reply.
	 * @param nanos the total time that the caller of the commands wants to wait
	 * @param commands the commands, which run on the calling thread
	 */
	default void within(long nanos, Runnable commands) {
		commands.run();
	}

	/**
	 * Returns whether there is a connection. If not, a command first opens one.
	 * @return {@code false} if a command may wait for a connection
	 */
	default boolean isConnected() {
		return true;
	}

	/**
	 * Takes the key if it is free.
	 * @param key the key
	 * @param token the value that proves ownership. It has no blanks, and is never used
	 * for another attempt. The part before the first colon is the id of the instance
	 * @param ttlMillis the expiry
	 * @return whether it was taken
	 */
	boolean acquire(String key, String token, long ttlMillis);

	/**
	 * Takes the key if it is free or if the token has it already. In the second case an
	 * earlier command of the same attempt has taken it at an unknown time, so the ttl is
	 * set again: rule B (ownership by script). The ttl is never made shorter, since this
	 * command may be late itself: rule A (no shorter ttl).
	 * @param key the key
	 * @param token the token of this attempt
	 * @param ttlMillis the expiry
	 * @param wait how to queue if another token has the key, or to stay in the queue at
	 * the same rank; {@code null}: do not queue
	 * @return whether the key was taken, and its holder if not; or that locks of another
	 * type use the key
	 */
	Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait);

	/**
	 * Takes the key as {@link #acquire} does, and fencing numbers with it.
	 * @param key the key
	 * @param token the value that proves ownership
	 * @param ttlMillis the expiry
	 * @param count how many consecutive numbers to take
	 * @return the first number, or zero if another token has the key
	 */
	default long acquireFenced(String key, String token, long ttlMillis, int count) {
		return acquire(key, token, ttlMillis) ? fence(key, token, ttlMillis, count) : 0;
	}

	/**
	 * Takes fencing numbers for a key that the token has, and prolongs the key as
	 * {@link #renew} does. The numbers are higher than all earlier numbers of this key,
	 * including those of earlier holders. This is true even after the lock server has
	 * lost all its data.
	 * @param key the key
	 * @param token the token that has the key
	 * @param ttlMillis the shortest ttl from now on
	 * @param count how many consecutive numbers to take
	 * @return the first number, or zero if the token does not have the key
	 */
	default long fence(String key, String token, long ttlMillis, int count) {
		throw new StoreException(StoreException.Outcome.REFUSED, "lock '" + key + "' requests a fencing number, but "
				+ getClass().getSimpleName() + " does not provide any", null);
	}

	/**
	 * Releases the key if the token has it. The key is granted to the first instance in
	 * the queue, or removed if the queue is empty. A token that waits in the queue is
	 * removed from it.
	 * @param entry the key and the token
	 * @return the outcome
	 */
	ReleaseReply release(Release entry);

	/**
	 * Returns the same commands in a form that does not block the caller.
	 * @param workers run calls that block
	 * @return the asynchronous form; here each command blocks a worker
	 */
	default AsyncLockStore async(Executor workers) {
		return new WorkerLockStore(this, workers);
	}

	/**
	 * Returns whether a release of the {@linkplain #async asynchronous form} arrives
	 * before all commands that are sent after it. Then the next caller of the same key
	 * need not wait for the reply.
	 * @return whether the order is kept
	 */
	default boolean sendsInOrder() {
		return false;
	}

	/**
	 * Gives way to other instances: rule E (giving way). If one waits, the key is granted
	 * to it, and our next token joins the end of the queue. If none waits, the key stays
	 * ours with a full ttl.
	 * @param key the key
	 * @param token the token that has the key
	 * @param ttlMillis the ttl if the key stays ours; zero: it is released in any case
	 * @param next our next token
	 * @param wait how to queue
	 * @return the outcome
	 */
	default GiveWayReply giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait) {
		return new GiveWayReply(release(new Release(key, token, 0)), null, true);
	}

	/**
	 * Returns how long callers of an instance should not ask for a key if they can wait.
	 * This is for a store without a queue, if the instance had the key last and other
	 * instances wait.
	 * @param key the key
	 * @param token a token of the instance
	 * @return milliseconds; zero: ask now
	 */
	default long yieldMillis(String key, String token) {
		return 0;
	}

	/**
	 * Returns whether a granted key counts only after a renewal.
	 * @return whether a renewal is needed
	 */
	default boolean confirmsGrants() {
		return false;
	}

	/**
	 * Subscribes to the wake-ups of an instance until it is canceled. The subscription
	 * survives lost connections. Returns at once.
	 * @param instance the instance
	 * @param wakeUps receives the wake-ups
	 * @param executor runs calls that block
	 * @return cancels the subscription
	 */
	default Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		return () -> {
		};
	}

	/**
	 * Releases many keys, in as few round trips as the server allows.
	 * @param batch the keys and tokens
	 * @return the replies, in the same order
	 */
	List<ReleaseReply> releaseAll(List<Release> batch);

	/**
	 * Prolongs the keys that their tokens still have. It never makes a ttl shorter, and
	 * never creates a key: rule A (no shorter ttl).
	 * @param batch the leases to prolong
	 * @return the replies, in the same order
	 */
	List<RenewReply> renew(List<Renewal> batch);

	/**
	 * Looks up the holder of a key.
	 * @param key the key
	 * @return the holder, or empty
	 */
	Optional<Holder> inspect(String key);

	/**
	 * Takes a key away from its holder, and notifies the instance of the holder if it
	 * listens. The key is granted to the first instance in the queue, or removed. If the
	 * key has a counter of fencing numbers, the counter is raised.
	 * @param key the key
	 * @param token the token that has the key. A command that is sent twice then does not
	 * affect the next holder.
	 * @return the new value of the counter; zero if there is none, or if the store does
	 * not know it; negative if the token does not have the key
	 */
	default long forceRelease(String key, String token) {
		return (release(new Release(key, token, 0)) == ReleaseReply.RELEASED) ? 0 : -1;
	}

	/**
	 * Lists keys of locks. Keys that are no locks are skipped.
	 * @param prefix the beginning of the keys
	 * @param cursor the cursor of the page before; {@code null} for the first page
	 * @param count how many keys the page should have
	 * @return the page
	 * @throws IllegalArgumentException if the cursor is not one of this store
	 */
	default KeyPage scan(String prefix, @Nullable String cursor, int count) {
		throw new StoreException(StoreException.Outcome.REFUSED,
				getClass().getSimpleName() + " cannot list its locks. Look up single locks with LockService.inspect.",
				null);
	}

	/**
	 * Looks up all holders of a key, and its waiters.
	 * @param key the key
	 * @return the state, or empty if the key has no holder
	 */
	default Optional<LockState> describe(String key) {
		return inspect(key)
			.map((holder) -> new LockState(List.of(new LockState.TypedHolder(holder, LockType.EXCLUSIVE)), List.of()));
	}

	/**
	 * Returns whether this store has locks of a type. For all types other than
	 * {@link LockType#EXCLUSIVE}, tokens contain a {@link Claim}.
	 * @param type the type
	 * @return whether requests for this type are possible
	 */
	default boolean supports(LockType type) {
		return type == LockType.EXCLUSIVE;
	}

	/**
	 * Asks again for tokens that are in a queue, as {@link #contend} does for one token.
	 * The tokens have a {@link Claim}.
	 * @param batch the tokens
	 * @return the replies in the same order; {@code null} if the outcome is not known
	 */
	default List<@Nullable Contention> refresh(List<Refresh> batch) {
		List<@Nullable Contention> replies = new ArrayList<>(batch.size());
		for (Refresh each : batch) {
			replies.add(contend(each.key(), each.token(), each.ttlMillis(),
					new QueueRequest(each.ttlMillis(), each.aliveMillis(), true, true)));
		}
		return replies;
	}

	/**
	 * Turns the hold of a writer into that of a reader, and admits waiting readers. A
	 * second call changes nothing.
	 * @param key the key
	 * @param token the token that has the key
	 * @return whether the token has the key as a reader now
	 */
	default boolean downgrade(String key, String token) {
		throw new UnsupportedOperationException("This store has no claims");
	}

	/**
	 * Returns a number that grows with each lost connection to the server. If it differs
	 * before a command and after its reply, the client may have sent the command twice.
	 * Then the reply may belong to the second copy, and the first may still be applied
	 * later: rule D (unconfirmed tokens) and rule F (replayed releases).
	 * @return the number of connections lost so far
	 */
	long epoch();

}
