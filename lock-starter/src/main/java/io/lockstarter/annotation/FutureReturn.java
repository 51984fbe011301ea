package io.lockstarter.annotation;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * The call is over when the future that the method returned is done. It is waited for, so
 * this is for methods with {@code @Async} only: there the thread that runs them waits for
 * the future anyway, right after this.
 */
final class FutureReturn implements ReturnStyle {

	@Override
	public LockHandle acquire(LockService service, LockRequest request) {
		return service.acquire(request);
	}

	@Override
	public @Nullable Object proceed(MethodInvocation invocation, Holding holding) throws Throwable {
		Object result = holding.proceed(invocation);
		if (result instanceof Future<?> future) {
			try {
				await(future);
			}
			catch (InterruptedException ex) {
				throw holding.end(ex);
			}
		}
		holding.end();
		return result;
	}

	private static void await(Future<?> future) throws InterruptedException {
		try {
			future.get();
		}
		catch (ExecutionException | CancellationException ex) {
			// the future tells its own reader
		}
		catch (InterruptedException ex) {
			future.cancel(true);
			throw ex;
		}
	}

}
