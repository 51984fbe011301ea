package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import io.lockstarter.aop.definition.MethodProblems;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

/** Chooses the style of a method, or reports why its return type cannot work. */
final class ReturnStyles {

	static final String FIX = "return CompletableFuture, or the value itself; or acquire the lock with LockService "
			+ "in the code that does the work";

	static final String CONTINUES_AFTER_RETURN = "the work continues after the method has returned, so the lock would be "
			+ "released too early";

	/** Types that Spring MVC runs, or waits for, after the method has returned. */
	private static final Set<String> SPRING_MVC_ASYNC_TYPES = Set.of(
			"org.springframework.web.context.request.async.DeferredResult",
			"org.springframework.web.context.request.async.WebAsyncTask",
			"org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
			"org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

	private static final String HTTP_ENTITY = "org.springframework.http.HttpEntity";

	/** Types whose content is the actual result of the method. */
	private static final Set<String> CONTAINERS = Set.of(Optional.class.getName(), HTTP_ENTITY);

	private final ReturnStyle plain = LockedCall::run;

	private final StageReturn stage;

	private final List<ReturnStyle.Strategy> strategies;

	/**
	 * Creates the styles.
	 * @param collaborators what locked calls need from the application
	 * @param contributed strategies for additional return types, which are used first
	 */
	ReturnStyles(LockCollaborators collaborators, List<? extends ReturnStyle.Strategy> contributed) {
		this.stage = new StageReturn(collaborators::complete);
		this.strategies = new ArrayList<>(contributed);
		this.strategies.add(new SuspendStrategy(collaborators));
		this.strategies.add(this.stage);
		this.strategies.add(new FutureReturn());
		this.strategies.add(new ReactiveStrategy(collaborators));
	}

	ReturnStyle of(ResolvableType returned, Method method, MethodProblems report) {
		for (ReturnStyle.Strategy strategy : this.strategies) {
			ReturnStyle style = strategy.choose(returned, method, report);
			if (style != null) {
				return style;
			}
		}
		Class<?> type = returned.resolve(Object.class);
		if (continuesAfterReturn(type)) {
			report.method("returns " + type.getSimpleName(), CONTINUES_AFTER_RETURN,
					isReactive(type) ? ReactiveStrategy.FIX : FIX);
		}
		Class<?> content = content(returned);
		if (content != null && (continuesAfterReturn(content) || Future.class.isAssignableFrom(content)
				|| CompletionStage.class.isAssignableFrom(content))) {
			report.method("returns " + type.getSimpleName() + "<" + content.getSimpleName() + ">",
					CONTINUES_AFTER_RETURN, FIX);
		}
		return isNeverAsynchronous(type) ? this.plain
				: new RuntimeTypeReturn(type, (content != null) ? content : type, this.stage);
	}

	/**
	 * Returns whether the declared type proves that the work is over when the method
	 * returns.
	 */
	private static boolean isNeverAsynchronous(Class<?> type) {
		return (Modifier.isFinal(type.getModifiers()) || type.isArray()) && !isContainer(type);
	}

	/** Returns whether the content of such an object is the result of the method. */
	static boolean isContainer(Class<?> type) {
		return is(type, CONTAINERS);
	}

	/**
	 * Returns the actual result of a method. If the result is a container, this is its
	 * content, also in nested containers.
	 * @param result the result
	 * @return the content, or the result itself if it is not a container
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

	// A subclass of HttpEntity may not be accessible, so the method of HttpEntity is
	// used.
	private static @Nullable Method getBody(Class<?> type) {
		Class<?> entity = type;
		while (entity != null && !entity.getName().equals(HTTP_ENTITY)) {
			entity = entity.getSuperclass();
		}
		return (entity != null) ? ReflectionUtils.findMethod(entity, "getBody") : null;
	}

	/**
	 * Returns the type of a container's content, also in nested containers; {@code null}
	 * if the type is not a container.
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

	static boolean continuesAfterReturn(Class<?> type) {
		return Callable.class.isAssignableFrom(type) || isAsynchronous(type);
	}

	/** Returns whether a type represents work whose end cannot be observed. */
	static boolean isAsynchronous(Class<?> type) {
		return isReactive(type) || is(type, SPRING_MVC_ASYNC_TYPES);
	}

	// The registry comes last: it loads the reactive libraries, which takes much of the
	// start-up time.
	static boolean isReactive(Class<?> type) {
		return Flow.Publisher.class.isAssignableFrom(type) || is(type, Set.of("org.reactivestreams.Publisher"))
				|| (!isPlain(type) && ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null);
	}

	// Of the types of the JDK, only stages have an adapter.
	private static boolean isPlain(Class<?> type) {
		return type.isRecord() || type.isEnum()
				|| (type.getClassLoader() == null && !CompletionStage.class.isAssignableFrom(type));
	}

	// Names instead of classes, since the libraries are optional.
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

}
