package io.lockstarter.annotation;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** The call is over when the method returns; the hold belongs to the calling thread. */
final class PlainReturn implements ReturnStyle {

	@Override
	public LockHandle acquire(LockService service, LockRequest request) {
		return service.acquire(request);
	}

	@Override
	public @Nullable Object proceed(MethodInvocation invocation, Holding holding) throws Throwable {
		Object result = holding.proceed(invocation);
		holding.end();
		return result;
	}

}
