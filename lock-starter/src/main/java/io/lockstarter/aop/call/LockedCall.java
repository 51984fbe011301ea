package io.lockstarter.aop.call;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.OnLost;
import io.lockstarter.aop.RepeatableInvocation;
import io.lockstarter.aop.call.LockedMethods.LockedMethod;
import io.lockstarter.aop.definition.LockDefinition;
import io.lockstarter.aop.definition.WhenBusy;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;

/**
 * Represents one call of a method with locks.
 *
 * @param method the method
 * @param invocation the call
 * @param requested the locks of this call; at least one
 */
record LockedCall(LockedMethod method, MethodInvocation invocation, List<RequestedLock> requested) {

	/**
	 * Runs a call that is over when the method returns. The holds belong to the calling
	 * thread.
	 * @param locks acquires the locks
	 * @return the result for the caller
	 * @throws Throwable as {@link ReturnStyle#run}
	 */
	@Nullable Object run(LockAcquirer locks) throws Throwable {
		CallHolds holds;
		try {
			holds = locks.acquire(this);
		}
		catch (LockNotAcquiredException ex) {
			return answer(ex);
		}
		Object result = holds.proceed();
		holds.end();
		return result;
	}

	/**
	 * Creates a call for one of several subscriptions. To proceed twice with the same
	 * invocation would skip inner interceptors.
	 */
	LockedCall copy() {
		return new LockedCall(this.method, copy(this.invocation), this.requested);
	}

	static MethodInvocation copy(MethodInvocation invocation) {
		if (invocation instanceof RepeatableInvocation own) {
			return own.copy();
		}
		if (invocation instanceof ProxyMethodInvocation spring) {
			return new RepeatedInvocation(spring);
		}
		throw new IllegalStateException("The call of " + invocation.getMethod() + " cannot be repeated: "
				+ invocation.getClass().getName() + " is not a ProxyMethodInvocation");
	}

	List<LockRequest> requests() {
		// Most calls have one lock.
		return (this.requested.size() == 1) ? List.of(this.requested.get(0).request())
				: this.requested.stream().map(RequestedLock::request).toList();
	}

	/**
	 * Produces the result if a lock was not acquired. The definition of that lock
	 * decides.
	 * @param refusal the reason why the lock was not acquired
	 * @return the result of the fallback method, or the value of a skipped call
	 * @throws Throwable the refusal, or the exception of the fallback method
	 */
	@Nullable Object answer(LockNotAcquiredException refusal) throws Throwable {
		if (refusal.reason() != Reason.BUSY) {
			throw refusal;
		}
		RequestedLock busy = this.requested.get(0);
		for (RequestedLock one : this.requested) {
			if (one.request().key().equals(refusal.key())) {
				busy = one;
			}
		}
		WhenBusy defined = busy.definition().whenBusy();
		return ((defined == WhenBusy.THROW) ? this.method.otherwise() : defined).answer(this.invocation, refusal);
	}

	/** Sets the parameters that receive the handle. */
	void fillIn(LockHandle handle) {
		@Nullable Object[] arguments = this.invocation.getArguments();
		List<Integer> parameters = this.method.handleParameters();
		for (int i = 0; i < parameters.size(); i++) {
			arguments[parameters.get(i)] = handle;
		}
	}

	/**
	 * Represents one lock of a call.
	 *
	 * @param definition the definition of the lock
	 * @param request the request to acquire
	 * @param onLost the reaction to a loss
	 */
	record RequestedLock(LockDefinition definition, LockRequest request, OnLost onLost) {

		private static final List<OnLost> FROM_LENIENT_TO_STRICT = List.of(OnLost.IGNORE, OnLost.THROW,
				OnLost.INTERRUPT);

		RequestedLock(LockDefinition definition, LockRequest request) {
			this(definition, request, definition.onLost());
		}

		/**
		 * Chooses between two locks of one call that have the same key: the first, or the
		 * write lock. A caller with the read lock could not acquire the write lock. The
		 * stricter reaction to a loss counts, since both definitions need the lock.
		 */
		static RequestedLock strongerOf(RequestedLock first, RequestedLock second) {
			LockType type = first.request.type();
			LockType other = second.request.type();
			if (!LockDefinition.mayShareKey(type, other)) {
				throw new InvalidLockDefinitionException("The call has two locks with the key '" + first.request.key()
						+ "', of the types " + type + " and " + other + ". Use one type, or different keys.", null);
			}
			RequestedLock stronger = (type == LockType.READ && other == LockType.WRITE) ? second : first;
			return new RequestedLock(stronger.definition, stronger.request, Collections
				.max(List.of(first.onLost, second.onLost), Comparator.comparing(FROM_LENIENT_TO_STRICT::indexOf)));
		}

	}

}
