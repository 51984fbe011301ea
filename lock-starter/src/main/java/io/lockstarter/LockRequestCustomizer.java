package io.lockstarter;

/**
 * Changes requests before the lock service handles them. It is a bean, and it sees the
 * requests of annotations and of code. An example is a prefix for the tenant of the
 * current thread. Several beans are called in their order.
 *
 * <p>
 * A customizer runs once for each request, on the thread that calls the lock service or
 * the annotated method. With {@code @Async}, this is the thread that runs the method. If
 * the call returns a reactive type, all its subscriptions use the result. Handles, events
 * and exceptions have the changed key.
 */
@FunctionalInterface
public interface LockRequestCustomizer {

	/**
	 * Returns the request to use in place of a request. For equal requests of one tenant
	 * it must always return the same key. It is also called for methods that only have a
	 * key, such as {@link LockService#inspect}; only the key of the result counts there.
	 * @param request the request of the caller
	 * @return the request to use; the same one if nothing changes
	 */
	LockRequest customize(LockRequest request);

}
