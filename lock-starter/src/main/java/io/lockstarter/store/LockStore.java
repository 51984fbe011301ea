package io.lockstarter.store;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

/**
 * A lock server. Every method is one atomic command on it (the batches: one per entry),
 * blocks until it is answered, and throws {@link StoreException} where the outcome is not
 * known or the server refused. Every key that is written has an expiry.
 *
 * <p>
 * A store is thread-safe, keeps nothing about locks on this side, and does not retry. One
 * without a queue has nothing to say about it: those who wait ask again at intervals.
 */
public interface LockStore {

	/**
	 * Runs commands for a caller that has little time: a command that has no connection
	 * to the server within this time is not sent, and fails. A command outside waits for
	 * a connection no longer than for a reply.
	 * @param nanos how long the commands may wait for a connection, in all
	 * @param commands the commands, on the calling thread
	 */
	default void within(long nanos, Runnable commands) {
		commands.run();
	}

	/**
	 * Takes the key if nobody has it.
	 * @param key the key
	 * @param token the value that proves ownership, without blanks; never used for
	 * another attempt; up to its first colon it is the id of the instance
	 * @param ttlMillis the expiry
	 * @return whether it was taken
	 */
	boolean acquire(String key, String token, long ttlMillis);

	/**
	 * Takes the key if nobody has it or the token has it already: then the ttl is set
	 * anew, since an earlier command of the same attempt may have been applied at any
	 * time (rule B), but never to less than it has (rule A), since this one may come late
	 * itself.
	 * @param key the key
	 * @param token the token of this attempt
	 * @param ttlMillis the expiry
	 * @param wait how to queue if another has it, or to stay in the queue at the same
	 * rank; {@code null}: do not
	 * @return whether it was taken, and otherwise who has it
	 */
	Contention contend(String key, String token, long ttlMillis, @Nullable Wait wait);

	/**
	 * Takes the key as {@link #acquire} does, and fencing numbers with it.
	 * @param key the key
	 * @param token the value that proves ownership
	 * @param ttlMillis the expiry
	 * @param count how many numbers to take, in a row
	 * @return the first of them, or zero if another has the key
	 */
	default long acquireFenced(String key, String token, long ttlMillis, int count) {
		return acquire(key, token, ttlMillis) ? fence(key, token, ttlMillis, count) : 0;
	}

	/**
	 * Takes fencing numbers for a key that the token has, and prolongs it as
	 * {@link #renew} does. They are higher than all that were taken for this key before,
	 * also by holders that are gone, and also if all that the lock server knew is gone.
	 * @param key the key
	 * @param token the token that has it
	 * @param ttlMillis the time from now that it should have at least
	 * @param count how many numbers to take, in a row
	 * @return the first of them, or zero if the token does not have the key
	 */
	default long fence(String key, String token, long ttlMillis, int count) {
		throw new StoreException(StoreException.Outcome.REFUSED,
				"lock '" + key + "' wants a fencing number, and " + getClass().getSimpleName() + " has none", null);
	}

	/**
	 * Gives the key back if the token has it: to the first instance that waits for it, or
	 * else it is removed. A token that waits in the queue is taken out of it.
	 * @param entry what to remove
	 * @return whether it was there
	 */
	ReleaseReply release(Release entry);

	/**
	 * The same, without waiting for the reply.
	 * @param entry what to remove
	 * @param executor runs what would block
	 * @return the reply
	 */
	default CompletionStage<ReleaseReply> releaseAsync(Release entry, Executor executor) {
		return CompletableFuture.supplyAsync(() -> release(entry), executor);
	}

	/**
	 * Whether what {@link #releaseAsync} sends arrives before all that is sent after it:
	 * then whoever wants the same key next need not wait for its reply.
	 * @return whether it does
	 */
	default boolean sendsInOrder() {
		return false;
	}

	/**
	 * Gives other instances their turn: if one waits, the key is granted to it, and our
	 * next token stands at the end of the queue; if none does, the key stays ours with a
	 * full ttl (rule E).
	 * @param key the key
	 * @param token the token that has it
	 * @param ttlMillis the ttl if it stays; zero: it is given back in any case
	 * @param next our next token
	 * @param wait how to queue
	 * @return what happened
	 */
	default Turn giveWay(String key, String token, long ttlMillis, String next, Wait wait) {
		return new Turn(release(new Release(key, token, 0)), null, true);
	}

	/**
	 * How long callers of an instance that can wait should not ask for a key, since it
	 * had the key last and other instances wait for it: for a store without a queue.
	 * @param key the key
	 * @param token a token of the instance
	 * @return milliseconds; zero: ask now
	 */
	default long yieldMillis(String key, String token) {
		return 0;
	}

	/**
	 * Whether a key that was granted while we waited counts only after we have renewed
	 * it.
	 * @return whether it does
	 */
	default boolean confirmsGrants() {
		return false;
	}

	/**
	 * Begins to listen for the wake-ups of an instance, for as long as it is not
	 * cancelled, also over lost connections. Returns at once.
	 * @param instance the instance
	 * @param wakeUps hears them
	 * @param executor runs what would block
	 * @return ends it
	 */
	default Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
		return () -> {
		};
	}

	/**
	 * Removes many, in as few round trips as the server allows.
	 * @param batch what to remove
	 * @return the replies, in the same order
	 */
	List<ReleaseReply> releaseAll(List<Release> batch);

	/**
	 * Prolongs those that their token still has, never shortens one (rule A), never
	 * creates one.
	 * @param batch what to prolong
	 * @return the replies, in the same order
	 */
	List<RenewReply> renew(List<Renewal> batch);

	/**
	 * Looks up who has a key.
	 * @param key the key
	 * @return who has it, or empty
	 */
	Optional<Holder> inspect(String key);

	/**
	 * A number that grows whenever a connection to the server was lost. If it differs
	 * before a command and after its reply, the client may have sent that command twice:
	 * the reply may be that of the second time, and the bytes of the first may still be
	 * applied later (rules D and F).
	 * @return the number of connections lost so far
	 */
	long epoch();

}
