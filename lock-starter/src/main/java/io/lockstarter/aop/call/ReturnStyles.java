package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;

import io.lockstarter.aop.definition.MethodProblems;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** Chooses the style of a method, or reports why its return type cannot work. */
final class ReturnStyles {

	private static final Logger logger = LoggerFactory.getLogger(ReturnStyles.class);

	static final String FIX = "return CompletableFuture, or the value itself; or acquire the lock with LockService "
			+ "in the code that does the work";

	static final String CONTINUES_AFTER_RETURN = "the work continues after the method has returned, so the lock would be "
			+ "released too early";

	/** Types that Spring MVC runs, or waits for, after the method has returned. */
	private static final Set<String> SPRING_MVC_ASYNC_TYPES = Set.of(
			"org.springframework.web.context.request.async.DeferredResult",
			"org.springframework.web.context.request.async.WebAsyncTask",
			"org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
			"org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody",
			"org.springframework.web.servlet.function.DefaultAsyncServerResponse",
			"org.springframework.web.servlet.function.SseServerResponse",
			"org.springframework.web.servlet.function.StreamingServerResponse");

	private final ReturnStyle plain = LockedCall::run;

	private final StageReturn stage;

	private final Set<Method> warned = ConcurrentHashMap.newKeySet();

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
		UnfinishedWork.check(returned, report);
		Class<?> later = UnfinishedWork.readLater(returned);
		if (later != null && this.warned.add(method)) {
			logger.warn(
					"{} returns {}, which is read after the method has returned. The lock may be released by then. "
							+ "Read it inside the method, and return a collection.",
					ClassUtils.getQualifiedMethodName(method, report.targetClass()), later.getSimpleName());
		}
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
		return isNeverAsynchronous(type) ? this.plain
				: new RuntimeTypeReturn(type, new UnfinishedWork(returned, method), this.stage);
	}

	/**
	 * Returns whether the declared type proves that the work is over when the method
	 * returns.
	 */
	private static boolean isNeverAsynchronous(Class<?> type) {
		return (Modifier.isFinal(type.getModifiers()) || type.isArray()) && type != Optional.class;
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

	// Of the types of the JDK, only stages have an adapter. Other types extend one.
	private static boolean isPlain(Class<?> type) {
		return type.isRecord() || type.isEnum() || type.isPrimitive() || type.isArray()
				|| (type.getClassLoader() == null && !CompletionStage.class.isAssignableFrom(type))
				|| (type.getSuperclass() == Object.class && type.getInterfaces().length == 0);
	}

	static boolean is(Class<?> type, Set<String> names) {
		return named(type, names) != null;
	}

	/**
	 * Returns the class, or the type that it extends, that has one of the names. The
	 * libraries of these types are optional.
	 */
	static @Nullable Class<?> named(Class<?> type, Set<String> names) {
		if (names.contains(type.getName())) {
			return type;
		}
		for (Class<?> parent : type.getInterfaces()) {
			Class<?> found = named(parent, names);
			if (found != null) {
				return found;
			}
		}
		return (type.getSuperclass() != null) ? named(type.getSuperclass(), names) : null;
	}

}
