package io.lockstarter.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.annotation.Async;
import org.springframework.util.ReflectionUtils;

/** Finds the style of a method, or the reason why it has none. */
final class ReturnStyles {

	static final String FIX = "return CompletableFuture, or the value itself; or take the lock where the work "
			+ "is done, with LockService";

	private static final String LATER = "the work is done after the method has returned, so the lock would be "
			+ "released before it";

	/** What Spring MVC runs, or waits for, after the method has returned. */
	private static final Set<String> OF_SPRING_MVC = Set.of(
			"org.springframework.web.context.request.async.DeferredResult",
			"org.springframework.web.context.request.async.WebAsyncTask",
			"org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
			"org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

	private static final String HTTP_ENTITY = "org.springframework.http.HttpEntity";

	/** Types whose content is what the method returns. */
	private static final Set<String> CONTAINERS = Set.of(Optional.class.getName(), HTTP_ENTITY);

	private final ReturnStyle plain = new PlainReturn();

	private final ReturnStyle future = new FutureReturn();

	private final StageReturn stage;

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
		if (isLater(type) || isSuspending(method)) {
			report.method(isSuspending(method) ? "is a suspend function" : "returns " + type.getSimpleName(), LATER,
					FIX);
		}
		Class<?> content = content(returned);
		if (content != null && (isLater(content) || Future.class.isAssignableFrom(content)
				|| CompletionStage.class.isAssignableFrom(content))) {
			report.method("returns " + type.getSimpleName() + "<" + content.getSimpleName() + ">", LATER, FIX);
		}
		return isClosed(type) ? this.plain : new OpenReturn(type, (content != null) ? content : type, this.stage);
	}

	/**
	 * Returns whether the declared type alone shows that no work goes on after the method
	 * returns.
	 */
	private static boolean isClosed(Class<?> type) {
		return (Modifier.isFinal(type.getModifiers()) || type.isArray()) && !isContainer(type);
	}

	/** Returns whether the content of such an object is the result of the method. */
	static boolean isContainer(Class<?> type) {
		return is(type, CONTAINERS);
	}

	/**
	 * Finds what a method has returned.
	 * @param result its result
	 * @return what is inside of a container, or of a container in that; the result itself
	 * if it is none
	 */
	static @Nullable Object content(@Nullable Object result) {
		if (result instanceof Optional<?> optional) {
			return content(optional.orElse(null));
		}
		if (result != null && isContainer(result.getClass())) {
			Method body = getBody(result.getClass());
			return (body != null) ? content(ReflectionUtils.invokeMethod(body, result)) : result;
		}
		return result;
	}

	// That of HttpEntity itself, since a subclass may be hidden.
	private static @Nullable Method getBody(Class<?> type) {
		Class<?> entity = type;
		while (entity != null && !entity.getName().equals(HTTP_ENTITY)) {
			entity = entity.getSuperclass();
		}
		return (entity != null) ? ReflectionUtils.findMethod(entity, "getBody") : null;
	}

	/**
	 * What is inside of a container, or of a container in that; {@code null} if it is
	 * none.
	 */
	private static @Nullable Class<?> content(ResolvableType returned) {
		for (ResolvableType type = returned; !type.equals(ResolvableType.NONE); type = type.getSuperType()) {
			if (CONTAINERS.contains(type.resolve(Object.class).getName())) {
				ResolvableType inside = type.getGeneric(0);
				Class<?> deeper = content(inside);
				return (deeper != null) ? deeper : inside.resolve(Object.class);
			}
		}
		return null;
	}

	private static boolean isLater(Class<?> type) {
		return Callable.class.isAssignableFrom(type) || isAsynchronous(type);
	}

	/** Returns whether a type stands for work whose end cannot be observed. */
	static boolean isAsynchronous(Class<?> type) {
		return isReactive(type) || is(type, OF_SPRING_MVC);
	}

	private static boolean isAsync(Method method) {
		return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(Async.class)
				|| MergedAnnotations.from(method.getDeclaringClass(), SearchStrategy.TYPE_HIERARCHY)
					.isPresent(Async.class);
	}

	private static boolean isReactive(Class<?> type) {
		return Flow.Publisher.class.isAssignableFrom(type) || is(type, Set.of("org.reactivestreams.Publisher"))
				|| (type != Object.class && ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null);
	}

	// By name: classes that are there only where they are used.
	private static boolean is(Class<?> type, Set<String> names) {
		if (names.contains(type.getName())) {
			return true;
		}
		for (Class<?> parent : type.getInterfaces()) {
			if (is(parent, names)) {
				return true;
			}
		}
		return type.getSuperclass() != null && is(type.getSuperclass(), names);
	}

	private static boolean isSuspending(Method method) {
		Class<?>[] types = method.getParameterTypes();
		return types.length > 0 && types[types.length - 1].getName().equals("kotlin.coroutines.Continuation");
	}

}
