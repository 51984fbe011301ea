package io.lockstarter;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;

/**
 * Acquires locks that are exclusive across all instances that share a lock server.
 *
 * <p>
 * The owner of a lock is the calling thread. If a thread acquires a key that it already
 * holds, it receives a nested hold at once. The wait time includes everything: the queue,
 * the lock server, and retries. It may be exceeded by at most one command timeout of the
 * client.
 */
public interface LockService {

	/**
	 * Acquires the lock with the configured ttl and wait time.
	 * @param key the key
	 * @return the handle; never {@code null}
	 * @throws LockNotAcquiredException if the lock was busy until the wait time was over,
	 * if the thread was interrupted (its interrupt flag is then set), or if the lock
	 * service is shutting down
	 * @throws LockBackendException if the lock server failed until the wait time was
	 * over, or if it refused the command permanently
	 */
	LockHandle acquire(String key);

	/**
	 * Acquires the lock that the request describes.
	 * @param request the request
	 * @return the handle
	 * @throws LockNotAcquiredException as for {@link #acquire(String)}
	 * @throws LockBackendException as for {@link #acquire(String)}
	 */
	LockHandle acquire(LockRequest request);

	/**
	 * Tries once, without waiting for another holder. It ignores the thread's interrupt
	 * flag.
	 * @param key the key
	 * @return the handle, or empty if the lock is busy
	 * @throws LockNotAcquiredException if the lock service is shutting down
	 * @throws LockBackendException if the lock server failed
	 */
	Optional<LockHandle> tryAcquire(String key);

	/**
	 * Tries to acquire the lock until the wait time of the request is over.
	 * @param request the request
	 * @return the handle, or empty if the lock was busy all the time
	 * @throws LockNotAcquiredException if the thread was interrupted or the lock service
	 * is shutting down
	 * @throws LockBackendException if the lock server failed
	 */
	Optional<LockHandle> tryAcquire(LockRequest request);

	/**
	 * Acquires the lock, runs the action, and releases the lock.
	 * @param request the request
	 * @param action the action to run under the lock
	 * @throws LockLostException if the lock was lost and the action did not throw. If the
	 * action threw, the loss is a suppressed exception of that exception.
	 */
	void run(LockRequest request, Runnable action);

	/**
	 * Acquires the lock, calls the action, and releases the lock.
	 * @param request the request
	 * @param action the action to call under the lock
	 * @param <T> the type of the result
	 * @return the action's result
	 * @throws Exception the exception of the action, unchanged
	 * @throws LockLostException as for {@link #run}
	 */
	<T> T call(LockRequest request, Callable<T> action) throws Exception;

	/**
	 * Acquires the lock without blocking the caller. The hold belongs to no thread: it is
	 * not nested in a hold of the calling thread, and any thread may release it. If the
	 * future is canceled, the attempt ends.
	 * @param request the request
	 * @return a stage that completes with the handle, or with one of the exceptions of
	 * {@link #acquire(LockRequest)}
	 */
	CompletionStage<LockHandle> acquireAsync(LockRequest request);

	/**
	 * Returns a {@link Lock} with the configured ttl that is renewed while it is held. It
	 * keeps the contract of that interface. {@code lock()} waits without limit, even
	 * while the lock server fails. {@code unlock()} throws {@link LockLostException} if
	 * the lock was lost. Conditions are not supported.
	 * @param key the key
	 * @return the lock; all locks of this service for one key are equal and act as one
	 * lock
	 */
	Lock asLock(String key);

	/**
	 * Looks up the holder of a lock.
	 * @param key the key
	 * @return the state in the lock server, or empty if the lock is free
	 * @throws LockBackendException if the lock server failed
	 */
	Optional<LockInfo> inspect(String key);

	/**
	 * Releases a lock by its token. The caller need not be the holder. For the holder,
	 * the lock is then lost. The holder notices this at once if it is in this instance,
	 * otherwise at its next renewal or release.
	 * @param key the key
	 * @param token the token of the hold
	 * @return {@code false} if the lock is not held under that token
	 * @throws LockBackendException if the lock server failed
	 */
	boolean release(String key, String token);

}
