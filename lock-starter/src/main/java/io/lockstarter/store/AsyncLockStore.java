package io.lockstarter.store;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Defines the asynchronous form of the commands of a {@link LockStore}. Their contract is
 * the same. A method neither blocks nor throws. Its stage always completes, with a
 * {@link StoreException} if the blocking method would throw one. The stage may complete
 * on a thread of the client, which must not be blocked.
 */
public interface AsyncLockStore {

	/**
	 * Returns whether commands are sent without a thread that waits for the reply. If
	 * not, a caller that may block its thread uses the blocking form.
	 * @return whether no thread is blocked
	 */
	default boolean isReady() {
		return true;
	}

	/**
	 * Returns the same commands with a limit for the wait for a connection.
	 * @param nanos the time that the caller wants to wait, as in {@link LockStore#within}
	 * @return the commands
	 */
	default AsyncLockStore within(long nanos) {
		return this;
	}

	CompletionStage<Boolean> acquire(String key, String token, long ttlMillis);

	CompletionStage<Contention> contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait);

	CompletionStage<Long> acquireFenced(String key, String token, long ttlMillis, int count);

	CompletionStage<Long> fence(String key, String token, long ttlMillis, int count);

	CompletionStage<ReleaseReply> release(Release entry);

	CompletionStage<GiveWayReply> giveWay(String key, String token, long ttlMillis, String next, QueueRequest wait);

	CompletionStage<List<ReleaseReply>> releaseAll(List<Release> batch);

	CompletionStage<List<RenewReply>> renew(List<Renewal> batch);

	CompletionStage<Optional<Holder>> inspect(String key);

}
