package io.lockstarter;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

import org.jspecify.annotations.Nullable;

/**
 * Acquires locks that apply across all instances that share a lock server. The
 * {@link LockType} of a request decides which holders a lock admits at the same time.
 *
 * <p>
 * The owner of a lock is the calling thread. If a thread acquires a key that it already
 * holds, it receives a nested hold at once, except on a semaphore. The wait time includes
 * everything: the queue, the lock server, and retries. It may be exceeded by at most one
 * command timeout of the client.
 *
 * <p>
 * Methods with a default are combinations of the others, so that a decorator or a fake
 * needs few methods.
 */
public interface LockService {

	/**
	 * Acquires the lock with the configured ttl and wait time.
	 * @param key the key
	 * @return the handle; never {@code null}
	 * @throws LockNotAcquiredException if the lock was busy until the wait time was over,
	 * if the thread was interrupted (its interrupt flag is then set), if the lock service
	 * is shutting down, if the key is in use by a lock of another type, or if the caller
	 * asked for the write lock while it holds the read lock
	 * @throws LockServerException if the lock server failed until the wait time was over,
	 * or if it refused the command permanently
	 */
	default LockHandle acquire(String key) {
		return acquire(LockRequest.of(key));
	}

	/**
	 * Acquires the lock that the request describes.
	 * @param request the request
	 * @return the handle
	 * @throws LockNotAcquiredException as for {@link #acquire(String)}
	 * @throws LockServerException as for {@link #acquire(String)}
	 */
	LockHandle acquire(LockRequest request);

	/**
	 * Acquires several locks: all of them, or none. All calls acquire keys in the same
	 * order, so that two calls never wait for each other. A repeated key is acquired
	 * once; its first request counts. An empty collection takes no lock, and its handle
	 * is held until it is released.
	 * <p>
	 * If all locks are free, this costs one round trip: the commands are sent together.
	 * Otherwise the call releases the locks behind the first busy one, and waits for that
	 * one. The wait times of all requests begin with the call.
	 * <p>
	 * A thread that already holds one of the locks receives a nested hold. If it waits
	 * for another lock meanwhile, only the wait time ends a deadlock with a thread that
	 * nests the same locks in another way.
	 * @param requests the requests, in any order
	 * @return one handle for all locks. It is held while all locks are held.
	 * @throws LockNotAcquiredException if one of the locks was busy until its wait time
	 * was over, or as for {@link #acquire(String)}
	 * @throws LockServerException as for {@link #acquire(String)}
	 * @throws LockLostException if a lock was lost while the call waited for another one
	 */
	LockHandle acquire(Collection<LockRequest> requests);

	/**
	 * Tries once, without waiting for another holder. It ignores the thread's interrupt
	 * flag.
	 * @param key the key
	 * @return the handle, or empty if the lock is busy
	 * @throws LockNotAcquiredException if the lock was not acquired for another reason
	 * than {@link LockNotAcquiredException.Reason#BUSY BUSY}
	 * @throws LockServerException if the lock server failed
	 */
	default Optional<LockHandle> tryAcquire(String key) {
		return tryAcquire(LockRequest.of(key).withWaitTime(Duration.ZERO));
	}

	/**
	 * Tries to acquire the lock. It waits for another holder only if a wait time is set
	 * for this lock: in the request, by {@code distributed-lock.locks.*.wait-time}, or by
	 * a {@link LockRequestCustomizer}. The wait time of all locks,
	 * {@code distributed-lock.wait-time}, does not count.
	 * @param request the request
	 * @return the handle, or empty if the lock was busy all the time
	 * @throws LockNotAcquiredException if the lock was not acquired for another reason
	 * than {@link LockNotAcquiredException.Reason#BUSY BUSY}
	 * @throws LockServerException if the lock server failed
	 */
	default Optional<LockHandle> tryAcquire(LockRequest request) {
		return Attempts.unlessBusy(() -> acquire(Attempts.withoutWaiting(request)));
	}

	/**
	 * Tries to acquire several locks. It waits only for locks with a wait time of their
	 * own, as {@link #tryAcquire(LockRequest)} does. If there are none, it tries once,
	 * and ignores the thread's interrupt flag.
	 * @param requests the requests, in any order
	 * @return the handle, or empty if one of the locks was busy all the time
	 * @throws LockNotAcquiredException if the thread was interrupted or the lock service
	 * is shutting down
	 * @throws LockServerException if the lock server failed
	 * @throws LockLostException as for {@link #acquire(Collection)}
	 */
	default Optional<LockHandle> tryAcquire(Collection<LockRequest> requests) {
		return Attempts.unlessBusy(() -> acquire(Attempts.withoutWaiting(requests)));
	}

	/**
	 * Acquires the lock, runs the action, and releases the lock.
	 * @param key the key
	 * @param action the action to run under the lock
	 * @throws LockLostException if the lock was lost and the action did not throw. If the
	 * action threw, the loss is a suppressed exception of that exception.
	 */
	default void run(String key, Runnable action) {
		run(LockRequest.of(key), action);
	}

	/**
	 * Acquires the lock, runs the action, and releases the lock.
	 * @param request the request
	 * @param action the action to run under the lock
	 * @throws LockLostException as for {@link #run(String, Runnable)}
	 */
	default void run(LockRequest request, Runnable action) {
		Attempts.checkAction(action);
		Attempts.run(acquire(request), action);
	}

	/**
	 * Acquires several locks, runs the action, and releases the locks.
	 * @param requests the requests, in any order
	 * @param action the action to run under the locks
	 * @throws LockLostException as for {@link #run(String, Runnable)}, if one of the
	 * locks was lost
	 */
	default void run(Collection<LockRequest> requests, Runnable action) {
		Attempts.checkAction(action);
		Attempts.run(acquire(requests), action);
	}

	/**
	 * Runs the action under the lock, or skips it if the lock is busy. It never waits for
	 * another holder.
	 * @param key the key
	 * @param action the action to run under the lock
	 * @return {@code false} if the lock was busy, so that the action did not run
	 * @throws LockLostException as for {@link #run(String, Runnable)}
	 */
	default boolean tryRun(String key, Runnable action) {
		Attempts.checkAction(action);
		return Attempts.run(tryAcquire(key), action);
	}

	/**
	 * Runs the action under the lock, or skips it if the lock is busy. It waits as
	 * {@link #tryAcquire(LockRequest)} does.
	 * @param request the request
	 * @param action the action to run under the lock
	 * @return {@code false} if the lock was busy, so that the action did not run
	 * @throws LockLostException as for {@link #run(String, Runnable)}
	 */
	default boolean tryRun(LockRequest request, Runnable action) {
		Attempts.checkAction(action);
		return Attempts.run(tryAcquire(request), action);
	}

	/**
	 * Runs the action under several locks, or skips it if one of them is busy. It waits
	 * as {@link #tryAcquire(Collection)} does.
	 * @param requests the requests, in any order
	 * @param action the action to run under the locks
	 * @return {@code false} if one of the locks was busy, so that the action did not run
	 * @throws LockLostException as for {@link #run(Collection, Runnable)}
	 */
	default boolean tryRun(Collection<LockRequest> requests, Runnable action) {
		Attempts.checkAction(action);
		return Attempts.run(tryAcquire(requests), action);
	}

	/**
	 * Acquires the lock, calls the action, and releases the lock.
	 * @param key the key
	 * @param action the action to call under the lock
	 * @param <T> the type of the result
	 * @param <E> the checked exception of the action, if it has one
	 * @return the action's result
	 * @throws E the exception of the action, unchanged
	 * @throws LockLostException as for {@link #run(String, Runnable)}
	 */
	default <T extends @Nullable Object, E extends Throwable> T call(String key, CheckedCallable<T, E> action)
			throws E {
		return call(LockRequest.of(key), action);
	}

	/**
	 * Acquires the lock, calls the action, and releases the lock.
	 * @param request the request
	 * @param action the action to call under the lock
	 * @param <T> the type of the result
	 * @param <E> the checked exception of the action, if it has one
	 * @return the action's result
	 * @throws E the exception of the action, unchanged
	 * @throws LockLostException as for {@link #run(String, Runnable)}
	 */
	default <T extends @Nullable Object, E extends Throwable> T call(LockRequest request, CheckedCallable<T, E> action)
			throws E {
		Attempts.checkAction(action);
		return Attempts.call(acquire(request), action);
	}

	/**
	 * Acquires several locks, calls the action, and releases the locks.
	 * @param requests the requests, in any order
	 * @param action the action to call under the locks
	 * @param <T> the type of the result
	 * @param <E> the checked exception of the action, if it has one
	 * @return the action's result
	 * @throws E the exception of the action, unchanged
	 * @throws LockLostException as for {@link #run(String, Runnable)}, if one of the
	 * locks was lost
	 */
	default <T extends @Nullable Object, E extends Throwable> T call(Collection<LockRequest> requests,
			CheckedCallable<T, E> action) throws E {
		Attempts.checkAction(action);
		return Attempts.call(acquire(requests), action);
	}

	/**
	 * Acquires the lock without blocking the caller. The hold belongs to no thread: it is
	 * not nested in a hold of the calling thread, and any thread may release it. If the
	 * future is canceled, the attempt ends, and a lock that comes too late is released.
	 * @param key the key
	 * @return a future that completes with the handle, or with one of the exceptions of
	 * {@link #acquire(String)}
	 */
	default CompletableFuture<LockHandle> acquireAsync(String key) {
		return acquireAsync(LockRequest.of(key));
	}

	/**
	 * Acquires the lock without blocking the caller, as {@link #acquireAsync(String)}
	 * does.
	 * @param request the request
	 * @return a future that completes with the handle, or with one of the exceptions of
	 * {@link #acquire(LockRequest)}
	 */
	CompletableFuture<LockHandle> acquireAsync(LockRequest request);

	/**
	 * Acquires several locks without blocking the caller. The holds belong to no thread,
	 * as in {@link #acquireAsync(String)}.
	 * @param requests the requests, in any order
	 * @return a future that completes with one handle for all locks, or with one of the
	 * exceptions of {@link #acquire(Collection)}
	 */
	CompletableFuture<LockHandle> acquireAsync(Collection<LockRequest> requests);

	/**
	 * Tries to acquire the lock without blocking the caller. It waits only if a wait time
	 * is set for this lock, as {@link #tryAcquire(LockRequest)} does. The hold belongs to
	 * no thread, as that of {@link #acquireAsync(String)}. If the future is canceled, the
	 * attempt ends, and a lock that comes too late is released.
	 * @param key the key
	 * @return a future that completes with the handle, with empty if the lock was busy
	 * all the time, or with one of the exceptions of {@link #tryAcquire(LockRequest)}
	 */
	default CompletableFuture<Optional<LockHandle>> tryAcquireAsync(String key) {
		return tryAcquireAsync(LockRequest.of(key));
	}

	/**
	 * Tries to acquire the lock without blocking the caller, as
	 * {@link #tryAcquireAsync(String)} does.
	 * @param request the request
	 * @return a future that completes with the handle, with empty if the lock was busy
	 * all the time, or with one of the exceptions of {@link #tryAcquire(LockRequest)}
	 */
	default CompletableFuture<Optional<LockHandle>> tryAcquireAsync(LockRequest request) {
		return Attempts.unlessBusyAsync(acquireAsync(Attempts.withoutWaiting(request)));
	}

	/**
	 * Tries to acquire several locks without blocking the caller, as
	 * {@link #tryAcquireAsync(String)} does. It waits as {@link #tryAcquire(Collection)}
	 * does.
	 * @param requests the requests, in any order
	 * @return a future that completes with one handle for all locks, with empty if one of
	 * the locks was busy all the time, or with one of the exceptions of
	 * {@link #tryAcquire(Collection)}
	 */
	default CompletableFuture<Optional<LockHandle>> tryAcquireAsync(Collection<LockRequest> requests) {
		return Attempts.unlessBusyAsync(acquireAsync(Attempts.withoutWaiting(requests)));
	}

	/**
	 * Returns a {@link Lock} with the configured ttl that is renewed while it is held. It
	 * keeps the contract of that interface. {@code lock()} waits without limit, even
	 * while the lock server fails. {@code unlock()} throws {@link LockLostException} if
	 * the lock was lost. Conditions are not supported.
	 * @param key the key
	 * @return the lock; all locks of this service for one key are equal and act as one
	 * lock
	 */
	default Lock asLock(String key) {
		return asLock(LockRequest.of(key));
	}

	/**
	 * Returns a {@link Lock} of any type, with the settings of the request. It behaves
	 * like {@link #asLock(String)}: {@code lock()} waits without limit. The wait time of
	 * the request is ignored. {@code unlock()} releases the last hold that the thread
	 * acquired through a lock of the same key and type.
	 * @param request the request
	 * @return the lock
	 */
	Lock asLock(LockRequest request);

	/**
	 * Returns a {@link ReadWriteLock} whose locks have the configured ttl and are renewed
	 * while they are held. It keeps the contract of that interface. Both locks are
	 * reentrant. A thread with the write lock may acquire the read lock, and keep it
	 * after it has released the write lock. A thread with only the read lock that asks
	 * for the write lock receives a {@link LockNotAcquiredException} with the reason
	 * {@link LockNotAcquiredException.Reason#UPGRADE UPGRADE} at once. Conditions are not
	 * supported.
	 * @param key the key
	 * @return the lock; all locks of this service for one key are equal and act as one
	 * lock
	 */
	ReadWriteLock asReadWriteLock(String key);

	/**
	 * Looks up the holders of a lock of any type.
	 * @param key the key
	 * @return the state in the lock server, or empty if the lock has no holder
	 * @throws LockServerException if the lock server failed
	 */
	Optional<LockInfo> inspect(String key);

	/**
	 * Releases a lock by its token. The caller need not be the holder. For the holder,
	 * the lock is then lost. The holder notices this at once if it is in this instance,
	 * otherwise at its next renewal or release.
	 * @param key the key
	 * @param token the token of the hold
	 * @return {@code false} if the lock is not held under that token
	 * @throws LockServerException if the lock server failed
	 */
	boolean release(String key, String token);

	/**
	 * An action that may throw a checked exception.
	 *
	 * @param <T> the type of the result
	 * @param <E> the type of the exception
	 */
	@FunctionalInterface
	interface CheckedCallable<T extends @Nullable Object, E extends Throwable> {

		/**
		 * Performs the action.
		 * @return the result
		 * @throws E if the action fails
		 */
		T call() throws E;

	}

}
