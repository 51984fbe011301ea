package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;

/**
 * Adds operations to a lock service that only the library itself uses. Customizers run
 * once for each request, when a method of the application is called: {@link #customized}.
 * The locks may be acquired later, and more than once, for an owner that is not a thread.
 */
public interface InternalLockService extends LockService {

	/**
	 * Returns the request that the customizers make of a request of the application.
	 * @param request the request
	 * @return the request to acquire
	 */
	LockRequest customized(LockRequest request);

	/**
	 * Acquires locks, as {@link #acquire(java.util.Collection)} does, for the calling
	 * thread.
	 * @param customized the requests, after their customizers; one or several, in the
	 * order of their keys, and each key once
	 * @return the handle; its parts are in the order of the keys
	 */
	LockHandle acquireCustomized(List<LockRequest> customized);

	/**
	 * Acquires locks without blocking the caller. If the owner holds a lock already, it
	 * receives a nested hold.
	 * @param customized the requests, as in {@link #acquireCustomized(List)}
	 * @param owner the owner of the holds, compared by identity
	 * @return as {@link #acquireAsync(LockRequest)}
	 */
	CompletableFuture<LockHandle> acquireCustomized(List<LockRequest> customized, Object owner);

	/**
	 * Returns the request to acquire from any lock service. A service of the application
	 * runs its customizers itself, if it has any.
	 * @param service the service
	 * @param request the request
	 * @return the request to acquire
	 */
	static LockRequest customized(LockService service, LockRequest request) {
		return (service instanceof InternalLockService own) ? own.customized(request) : request;
	}

	/**
	 * Acquires locks of any lock service for the calling thread.
	 * @param service the service
	 * @param customized the requests, as in {@link #acquireCustomized(List)}
	 * @return the handle
	 */
	static LockHandle acquire(LockService service, List<LockRequest> customized) {
		if (service instanceof InternalLockService own) {
			return own.acquireCustomized(customized);
		}
		return (customized.size() == 1) ? service.acquire(customized.get(0)) : service.acquire(customized);
	}

	/**
	 * Returns the request of a call that tries to acquire a lock: it waits only if it has
	 * a wait time. Customizers may still add one.
	 * @param request the request
	 * @return the request; with a wait time
	 */
	static LockRequest toTry(LockRequest request) {
		return (request == null || request.waitTime() != null) ? request : request.withWaitTime(Duration.ZERO);
	}

	/**
	 * Acquires locks of any lock service. A service of the application knows no owners
	 * but threads. Its holds are not nested.
	 * @param service the service
	 * @param customized the requests, as in {@link #acquireCustomized(List)}
	 * @param owner the owner of the holds
	 * @return the future of the service
	 */
	static CompletableFuture<LockHandle> acquireAsync(LockService service, List<LockRequest> customized, Object owner) {
		if (service instanceof InternalLockService own) {
			return own.acquireCustomized(customized, owner);
		}
		return (customized.size() == 1) ? service.acquireAsync(customized.get(0)) : service.acquireAsync(customized);
	}

}
