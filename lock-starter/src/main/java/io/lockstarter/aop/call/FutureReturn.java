package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.aop.definition.MethodProblems;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.annotation.Async;

/**
 * Holds the lock until the future of the method is done. The running thread waits for the
 * future, so this is only for methods with {@code @Async}. Spring's thread would wait for
 * the future right after this anyway.
 */
final class FutureReturn implements ReturnStyle.Strategy {

	/** The annotations that Spring supports. The last two are optional. */
	private static final List<String> ASYNC = List.of(Async.class.getName(), "jakarta.ejb.Asynchronous",
			"jakarta.enterprise.concurrent.Asynchronous");

	@Override
	public @Nullable ReturnStyle choose(ResolvableType returned, Method method, MethodProblems report) {
		Class<?> type = returned.resolve(Object.class);
		if (!Future.class.isAssignableFrom(type)) {
			return null;
		}
		if (!isAsync(method, report.targetClass())) {
			report.method("returns " + type.getSimpleName(),
					"the end of a Future cannot be observed, so the lock would be released before the work is over",
					ReturnStyles.FIX);
		}
		UnfinishedWork work = new UnfinishedWork(returned, method);
		return (call, locks) -> run(call, locks, work);
	}

	/**
	 * Returns whether Spring runs the method on another thread than the caller's. An
	 * annotation that the application has named in {@code @EnableAsync} is not known.
	 */
	static boolean isAsync(Method method, Class<?> targetClass) {
		return Stream.of(method, method.getDeclaringClass(), targetClass)
			.map((element) -> MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY))
			.anyMatch((annotations) -> ASYNC.stream().anyMatch(annotations::isPresent));
	}

	private static @Nullable Object run(LockedCall call, LockAcquirer locks, UnfinishedWork work) throws Throwable {
		CallHolds holds;
		try {
			holds = locks.acquire(call);
		}
		catch (LockNotAcquiredException ex) {
			return call.answer(ex);
		}
		Object result = holds.proceed();
		if (result instanceof Future<?> future) {
			try {
				work.refuse(await(future));
			}
			catch (Throwable ex) {
				// A future of the application may throw any exception.
				throw holds.end(ex);
			}
		}
		holds.end();
		return result;
	}

	private static @Nullable Object await(Future<?> future) throws InterruptedException {
		try {
			return future.get();
		}
		catch (ExecutionException | CancellationException ex) {
			return null; // the future reports its failure to its own reader
		}
		catch (InterruptedException ex) {
			future.cancel(true);
			throw ex;
		}
	}

}
