package io.lockstarter.engine;

import java.util.Collection;
import java.util.concurrent.CompletionStage;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;

/**
 * Adds an operation to a lock service that only the library itself uses: to acquire locks
 * for an owner that is not a thread.
 */
public interface InternalLockService extends LockService {

	/**
	 * Acquires locks without blocking the caller. If the owner holds a lock already, it
	 * receives a nested hold.
	 * @param requests the requests; one or several
	 * @param owner the owner of the holds, compared by identity
	 * @return as {@link #acquireAsync} and {@link #acquireAllAsync}
	 */
	CompletionStage<LockHandle> acquireAsync(Collection<LockRequest> requests, Object owner);

	/**
	 * Acquires locks of any lock service. A service of the application knows no owners
	 * but threads. Its holds are not nested.
	 * @param service the service
	 * @param requests the requests; one or several
	 * @param owner the owner of the holds
	 * @return the stage of the service
	 */
	static CompletionStage<LockHandle> acquireAsync(LockService service, Collection<LockRequest> requests,
			Object owner) {
		if (service instanceof InternalLockService own) {
			return own.acquireAsync(requests, owner);
		}
		return (requests.size() == 1) ? service.acquireAsync(requests.iterator().next())
				: service.acquireAllAsync(requests);
	}

}
