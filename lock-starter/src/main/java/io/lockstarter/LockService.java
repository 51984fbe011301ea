package io.lockstarter;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;

/**
 * Acquires locks that hold across all instances that share a lock server.
 *
 * <p>
 * The owner of a lock is the calling thread: a thread that asks again for a key that it
 * holds gets a nested hold at once. The wait time covers everything (the queue, the lock
 * server, retries) and is exceeded by one command time-out of the client at the most.
 */
public interface LockService {

	/**
	 * Acquires with the configured ttl and wait time.
	 * @param key the key
	 * @return the hold; never {@code null}
	 * @throws LockNotAcquiredException if it was busy until the wait time was over, or
	 * the thread was interrupted (its flag is then set)
	 * @throws LockBackendException if the lock server failed until the wait time was
	 * over, or refused for good
	 */
	LockHandle acquire(String key);

	/**
	 * Acquires as the request says.
	 * @param request what is wanted
	 * @return the hold
	 * @throws LockNotAcquiredException as for {@link #acquire(String)}
	 * @throws LockBackendException as for {@link #acquire(String)}
	 */
	LockHandle acquire(LockRequest request);

	/**
	 * Tries once, without waiting for another holder. Does not look at the thread's
	 * interrupt flag.
	 * @param key the key
	 * @return the hold, or empty if it is busy
	 * @throws LockBackendException if the lock server failed
	 */
	Optional<LockHandle> tryAcquire(String key);

	/**
	 * Tries for up to the request's wait time.
	 * @param request what is wanted
	 * @return the hold, or empty if it was busy all the time
	 * @throws LockNotAcquiredException if the thread was interrupted or the service is
	 * shutting down
	 * @throws LockBackendException if the lock server failed
	 */
	Optional<LockHandle> tryAcquire(LockRequest request);

	/**
	 * Acquires, runs, releases.
	 * @param request what is wanted
	 * @param action what to run under the lock
	 * @throws LockLostException if the lock was lost meanwhile and the action did not
	 * throw; where it did, the loss is a suppressed exception of what it threw
	 */
	void run(LockRequest request, Runnable action);

	/**
	 * Acquires, calls, releases.
	 * @param request what is wanted
	 * @param action what to call under the lock
	 * @param <T> the type of the result
	 * @return the action's result
	 * @throws Exception what the action throws, unchanged
	 * @throws LockLostException as for {@link #run}
	 */
	<T> T call(LockRequest request, Callable<T> action) throws Exception;

	/**
	 * Acquires without blocking the caller. The hold belongs to no thread: it is not
	 * nested in a hold of the calling thread, and any thread may release it. Cancelling
	 * the future gives the attempt up.
	 * @param request what is wanted
	 * @return completes with the hold, or with one of the exceptions of
	 * {@link #acquire(LockRequest)}
	 */
	CompletionStage<LockHandle> acquireAsync(LockRequest request);

	/**
	 * A {@link Lock} with the configured ttl, renewed while it is held, that keeps to
	 * that interface's contract. {@code lock()} waits without end, and through failures
	 * of the lock server; {@code unlock()} throws {@link LockLostException} if the lock
	 * was lost; conditions are not supported.
	 * @param key the key
	 * @return the lock; all that are made for one key by this service are the same lock,
	 * and equal
	 */
	Lock asLock(String key);

	/**
	 * Looks up who has a lock.
	 * @param key the key
	 * @return what the lock server says, or empty if nobody has it
	 * @throws LockBackendException if the lock server failed
	 */
	Optional<LockInfo> inspect(String key);

	/**
	 * Releases a lock by its token, from wherever the token was handed to. The holder is
	 * told of a loss: at once if it is in this instance, otherwise when it next renews or
	 * releases.
	 * @param key the key
	 * @param token its token
	 * @return {@code false} if the lock is not held under that token
	 * @throws LockBackendException if the lock server failed
	 */
	boolean release(String key, String token);

}
