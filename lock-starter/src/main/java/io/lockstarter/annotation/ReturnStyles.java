package io.lockstarter.annotation;

import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.annotation.Async;

/** Finds the style of a method, or the reason why it has none. */
final class ReturnStyles {

	private static final String FIX = "return CompletableFuture, or the value itself; or take the lock where the work "
			+ "is done, with LockService";

	private final ReturnStyle plain = new PlainReturn();

	private final ReturnStyle future = new FutureReturn();

	private final ReturnStyle stage;

	ReturnStyles(Executor completions) {
		this.stage = new StageReturn(completions);
	}

	ReturnStyle of(ResolvableType returned, Method method, Report report) {
		Class<?> type = returned.resolve(Object.class);
		if (CompletionStage.class.isAssignableFrom(type)) {
			if (!ReturnStyle.isFuture(type)) {
				report.method("returns " + type.getSimpleName(),
						"the lock is to be released before the caller's stage is complete, so that stage is another "
								+ "one, and there is no way to make a " + type.getSimpleName(),
						"return CompletionStage or CompletableFuture");
			}
			return this.stage;
		}
		if (Future.class.isAssignableFrom(type)) {
			if (!isAsync(method)) {
				report.method("returns " + type.getSimpleName(),
						"nobody is told when a Future is done, so the lock would be released while the work goes on",
						FIX);
			}
			return this.future;
		}
		if (isReactive(type) || isSuspending(method)) {
			report.method(isSuspending(method) ? "is a suspend function" : "returns " + type.getSimpleName(),
					"the work starts after the method has returned, so the lock would be released before it", FIX);
		}
		return this.plain;
	}

	private static boolean isAsync(Method method) {
		return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(Async.class)
				|| MergedAnnotations.from(method.getDeclaringClass(), SearchStrategy.TYPE_HIERARCHY)
					.isPresent(Async.class);
	}

	private static boolean isReactive(Class<?> type) {
		return Flow.Publisher.class.isAssignableFrom(type) || isPublisher(type)
				|| (type != Object.class && ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null);
	}

	// By name: a class that is there only where reactive types are used.
	private static boolean isPublisher(Class<?> type) {
		if (type.getName().equals("org.reactivestreams.Publisher")) {
			return true;
		}
		for (Class<?> parent : type.getInterfaces()) {
			if (isPublisher(parent)) {
				return true;
			}
		}
		return type.getSuperclass() != null && isPublisher(type.getSuperclass());
	}

	private static boolean isSuspending(Method method) {
		Class<?>[] types = method.getParameterTypes();
		return types.length > 0 && types[types.length - 1].getName().equals("kotlin.coroutines.Continuation");
	}

}
