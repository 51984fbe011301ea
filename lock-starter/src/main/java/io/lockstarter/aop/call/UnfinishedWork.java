package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.BaseStream;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.aop.definition.MethodProblems;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.ResolvableType;
import org.springframework.util.ConcurrentReferenceHashMap;
import org.springframework.util.ReflectionUtils;

/**
 * Refuses work inside the result of a method that nothing waits for, such as the
 * publisher in a {@code Mono<ResponseEntity<Flux<T>>>}: it would run without the lock.
 * The declared type shows it at start-up. If the declared type does not show it, the
 * result does. Of a result, only containers with a single value are opened, since to read
 * a collection may take long, and to read a stream would consume it.
 */
final class UnfinishedWork {

	/** Deeper type arguments are not checked, since a type may refer to itself. */
	private static final int DEPTH = 8;

	private static final String FIX = "return one future or publisher that has the result itself as its value "
			+ "(combine several with thenCompose, allOf or flatMap), or the value itself; or acquire the lock with "
			+ "LockService in the code that does the work";

	/** Types with a single value, and their methods that return it. */
	private static final Map<String, String> CONTAINERS = Map.of(Optional.class.getName(), "get",
			"org.springframework.http.HttpEntity", "getBody",
			"org.springframework.web.reactive.function.server.EntityResponse", "entity",
			"org.springframework.web.servlet.function.EntityResponse", "entity");

	/** The response of Spring WebFlux whose body cannot be seen. */
	private static final String OPAQUE = "org.springframework.web.reactive.function.server."
			+ "DefaultServerResponseBuilder$BodyInserterResponse";

	private static final Logger logger = LoggerFactory.getLogger(UnfinishedWork.class);

	private final Method method;

	/** Whether the declared type allows any result. */
	private final boolean any;

	/** Classes whose objects neither represent work nor contain it. */
	private final Map<Class<?>, Boolean> ordinary = new ConcurrentReferenceHashMap<>(4);

	/**
	 * Creates the check of a method's results.
	 * @param returned the declared return type
	 * @param method the method
	 */
	UnfinishedWork(ResolvableType returned, Method method) {
		this.any = content(returned).resolve(Object.class) == Object.class;
		this.method = method;
	}

	/** Reports work inside a declared return type. */
	static void check(ResolvableType returned, MethodProblems report) {
		Class<?> work = find(returned, UnfinishedWork::isWork, 0);
		Class<?> content = content(returned).resolve(Object.class);
		if (work == null && content != returned.resolve() && Callable.class.isAssignableFrom(content)) {
			work = content;
		}
		if (work != null) {
			report.method("returns " + simple(returned), "the work of the " + work.getSimpleName()
					+ " inside it is not waited for, so the lock would be released too early", FIX);
		}
	}

	/**
	 * Finds a type whose objects are read after the method has returned: {@code Stream},
	 * {@code Iterator} and Kotlin's {@code Sequence}.
	 */
	static @Nullable Class<?> readLater(ResolvableType returned) {
		Class<?> type = returned.resolve(Object.class);
		return isReadLater(type) ? type : find(returned, UnfinishedWork::isReadLater, 0);
	}

	private static boolean isReadLater(Class<?> type) {
		return BaseStream.class.isAssignableFrom(type) || Iterator.class.isAssignableFrom(type)
				|| ReturnStyles.is(type, Set.of("kotlin.sequences.Sequence"));
	}

	private static @Nullable Class<?> find(ResolvableType type, Predicate<Class<?>> wanted, int depth) {
		if (depth == DEPTH) {
			return null;
		}
		for (ResolvableType part : parts(type)) {
			Class<?> raw = part.resolve(Object.class);
			Class<?> found = wanted.test(raw) ? raw : find(part, wanted, depth + 1);
			if (found != null) {
				return found;
			}
		}
		return null;
	}

	/** Returns the types of the objects inside a type, which may extend a container. */
	private static List<ResolvableType> parts(ResolvableType type) {
		if (type.isArray()) {
			return List.of(type.getComponentType());
		}
		List<ResolvableType> parts = new ArrayList<>(List.of(type.getGenerics()));
		parts.addAll(arguments(type, Iterable.class));
		parts.addAll(arguments(type, Map.class));
		for (ResolvableType parent = type.getSuperType(); parent.resolve() != null; parent = parent.getSuperType()) {
			if (CONTAINERS.containsKey(parent.toClass().getName())) {
				parts.add(parent.getGeneric());
			}
		}
		return parts;
	}

	private static List<ResolvableType> arguments(ResolvableType type, Class<?> collection) {
		try {
			return List.of(type.as(collection).getGenerics());
		}
		catch (TypeNotPresentException ex) {
			// The class works without the types that only its signature names.
			return List.of();
		}
	}

	/**
	 * Returns the type of the value in a container, a future or a publisher, also in
	 * nested ones; the type itself if it is none of them.
	 */
	private static ResolvableType content(ResolvableType returned) {
		ResolvableType content = returned;
		for (int depth = 0; depth < DEPTH; depth++) {
			ResolvableType inside = inside(content);
			if (inside == null) {
				break;
			}
			content = inside;
		}
		return content;
	}

	private static @Nullable ResolvableType inside(ResolvableType outer) {
		for (ResolvableType type = outer; type.resolve() != null; type = type.getSuperType()) {
			if (CONTAINERS.containsKey(type.toClass().getName()) || isWork(type.toClass())) {
				return type.getGeneric();
			}
		}
		return null;
	}

	private static String simple(ResolvableType type) {
		return type.toString().replaceAll("(?:\\w+[.$])+(?=\\w)", "");
	}

	/**
	 * Refuses a result with work that is not over. It also throws the exceptions of the
	 * application's method that returns the value of a container.
	 */
	void refuse(@Nullable Object result) {
		Object content = isOrdinary(result) ? null : content(result);
		if (content != null && !isOrdinary(content) && goesOn(content)) {
			throw new InvalidLockDefinitionException("The method " + this.method.toGenericString() + " returned a "
					+ content.getClass().getName() + ". Its work is not over, so the lock would not cover it. Fix: "
					+ ((content == result && ReturnStyles.isReactive(content.getClass()))
							? "declare the reactive type as the return type of the method" : FIX),
					null);
		}
	}

	private boolean isOrdinary(@Nullable Object result) {
		return result == null || this.ordinary.computeIfAbsent(result.getClass(), this::isOrdinary);
	}

	private boolean isOrdinary(Class<?> type) {
		if (type.getName().equals(OPAQUE)) {
			logger.warn(
					"{} returned a ServerResponse with a BodyInserter, which writes the body after the lock is released. "
							+ "If the body is a publisher, collect it before, or hold the lock in the publisher.",
					this.method.toGenericString());
		}
		return !isWorkHere(type) && ReturnStyles.named(type, CONTAINERS.keySet()) == null;
	}

	private boolean goesOn(Object content) {
		return (content instanceof Future<?> future) ? !isDone(future) : isWorkHere(content.getClass());
	}

	// A Callable of a declared type need not represent the work of the method.
	private boolean isWorkHere(Class<?> type) {
		return isWork(type) || (this.any && Callable.class.isAssignableFrom(type));
	}

	private static boolean isWork(Class<?> type) {
		return Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)
				|| ReturnStyles.isAsynchronous(type);
	}

	/** Returns whether a future is done, as far as it allows to ask. */
	static boolean isDone(Future<?> future) {
		try {
			return future.isDone();
		}
		catch (UnsupportedOperationException ex) {
			return false; // a minimal stage of the JDK
		}
	}

	/**
	 * Returns the value in a container or in a future that is done, also in nested ones.
	 */
	private static @Nullable Object content(@Nullable Object result) {
		if (result instanceof Optional<?> optional) {
			return content(optional.orElse(null));
		}
		if (result instanceof Future<?> future && isDone(future)) {
			return content(value(future));
		}
		Class<?> container = (result != null) ? ReturnStyles.named(result.getClass(), CONTAINERS.keySet()) : null;
		// The class of the result may not be accessible, so the method of the container
		// is used.
		Method getter = (container != null)
				? ReflectionUtils.findMethod(container, CONTAINERS.getOrDefault(container.getName(), "")) : null;
		return (getter != null) ? content(ReflectionUtils.invokeMethod(getter, result)) : result;
	}

	private static @Nullable Object value(Future<?> future) {
		try {
			return future.get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return null;
		}
		catch (ExecutionException | CancellationException ex) {
			return null; // its reader receives the failure
		}
	}

}
