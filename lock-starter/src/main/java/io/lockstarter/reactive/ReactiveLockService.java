package io.lockstarter.reactive;

import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockRequestCustomizer;
import io.lockstarter.LockServerException;
import io.lockstarter.LockService;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Acquires locks for code that uses Reactor. Nothing happens before a subscription, and
 * each subscription acquires the lock again. No thread waits for a lock. A
 * {@link LockRequestCustomizer} runs once, when the method is called, so that all
 * subscriptions acquire the same key.
 *
 * <p>
 * The owner of a lock is the outermost locked subscription: the work of {@code withLock},
 * or of an annotated method that returns a reactive type. Inside it, a lock that it
 * already holds is acquired again at once, except on a semaphore. So branches that run in
 * parallel inside it do not exclude each other.
 *
 * <p>
 * In a reactive transaction of Spring, {@code withLock} keeps the lock until the
 * transaction has completed. The transaction does not commit if the lock was lost. It is
 * the owner of all its locks, also those of inner transactions. {@code acquire} leaves
 * the release to its caller.
 */
public interface ReactiveLockService {

	/**
	 * Acquires the lock with the configured ttl and wait time, as
	 * {@link #acquire(LockRequest)} does.
	 * @param key the key
	 * @return the handle; fails as {@link #acquire(LockRequest)}
	 */
	default Mono<LockHandle> acquire(String key) {
		return acquire(LockRequest.of(key));
	}

	/**
	 * Acquires the lock. The subscriber must {@linkplain #release release} it. If the
	 * subscription is canceled, the attempt ends. A handle that comes too late is
	 * released.
	 * @param request the request
	 * @return the handle; fails with {@link LockNotAcquiredException} or
	 * {@link LockServerException}
	 */
	Mono<LockHandle> acquire(LockRequest request);

	/**
	 * Tries to acquire the lock, as {@link #tryAcquire(LockRequest)} does.
	 * @param key the key
	 * @return the handle, or empty if the lock was busy all the time; fails as
	 * {@link #acquire(LockRequest)} for another reason
	 */
	default Mono<LockHandle> tryAcquire(String key) {
		return tryAcquire(LockRequest.of(key));
	}

	/**
	 * Tries to acquire the lock. It waits only if a wait time is set for this lock, as
	 * {@link LockService#tryAcquire(LockRequest)} does.
	 * @param request the request
	 * @return the handle, or empty if the lock was busy all the time; fails as
	 * {@link #acquire(LockRequest)} for another reason
	 */
	Mono<LockHandle> tryAcquire(LockRequest request);

	/**
	 * Releases a handle without blocking.
	 * @param handle the handle
	 * @return completes after the release; fails with {@link LockLostException} if the
	 * lock was lost
	 */
	Mono<Void> release(LockHandle handle);

	/**
	 * Runs work under a lock with the configured ttl and wait time, as
	 * {@link #withLock(LockRequest, Mono)} does.
	 * @param key the key
	 * @param work the work, which is subscribed to under the lock
	 * @param <T> the type of the value
	 * @return the value of the work; fails as {@link #withLock(LockRequest, Mono)}
	 */
	default <T> Mono<T> withLock(String key, Mono<T> work) {
		return withLock(LockRequest.of(key), work);
	}

	/**
	 * Runs work under a lock with the configured ttl and wait time, as
	 * {@link #withLock(LockRequest, Flux)} does.
	 * @param key the key
	 * @param work the work, which is subscribed to under the lock
	 * @param <T> the type of the values
	 * @return the values of the work; fails as {@link #withLock(LockRequest, Mono)}
	 */
	default <T> Flux<T> withLock(String key, Flux<T> work) {
		return withLock(LockRequest.of(key), work);
	}

	/**
	 * Runs work under a lock. The lock is released before the subscriber receives the
	 * value or the failure, and also if the subscription is canceled. Inside a reactive
	 * transaction, it is released when the transaction has completed.
	 * @param request the request
	 * @param work the work, which is subscribed to under the lock
	 * @param <T> the type of the value
	 * @return the value of the work; fails with {@link LockLostException} if the lock was
	 * lost and the work did not fail
	 */
	<T> Mono<T> withLock(LockRequest request, Mono<T> work);

	/**
	 * Runs work under a lock. The subscriber receives values while the lock is held. The
	 * lock is released before the subscriber receives the end of the work.
	 * @param request the request
	 * @param work the work, which is subscribed to under the lock
	 * @param <T> the type of the values
	 * @return the values of the work; fails as {@link #withLock(LockRequest, Mono)}
	 */
	<T> Flux<T> withLock(LockRequest request, Flux<T> work);

	/**
	 * Returns the handle of the innermost lock of the subscription.
	 * @return the handle; fails with {@link IllegalStateException} if the subscription is
	 * not inside of locked work
	 */
	Mono<LockHandle> current();

}
