package io.lockstarter.annotation.invocation;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.annotation.definition.DefinitionReader;
import io.lockstarter.annotation.definition.LockAnnotations;
import io.lockstarter.annotation.definition.LockDefinition;
import io.lockstarter.annotation.definition.MethodProblems;
import io.lockstarter.annotation.definition.Problems;
import io.lockstarter.annotation.invocation.LockedCall.RequestedLock;
import io.lockstarter.key.KeyTemplate;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodClassKey;
import org.springframework.core.ResolvableType;

/** Reads the annotated methods, and caches the result. */
final class LockedMethods {

	private final ConcurrentMap<MethodClassKey, Optional<LockedMethod>> read = new ConcurrentHashMap<>();

	private final UnaryOperator<String> environment;

	private final ReturnStyles returnStyles;

	/**
	 * Creates an empty cache.
	 * @param environment replaces <code>${…}</code>, and throws if it cannot
	 * @param returnStyles chooses the style that runs the calls of a method
	 */
	LockedMethods(UnaryOperator<String> environment, ReturnStyles returnStyles) {
		this.environment = environment;
		this.returnStyles = returnStyles;
	}

	/**
	 * Finds the definition of a method's locks.
	 * @param method the method as it was called
	 * @param targetClass the class of the object
	 * @return the definition, or {@code null} if the method has no locks
	 * @throws InvalidLockDefinitionException if the definition is wrong
	 */
	@Nullable LockedMethod find(Method method, Class<?> targetClass) {
		MethodClassKey key = new MethodClassKey(method, targetClass);
		Optional<LockedMethod> known = this.read.get(key);
		return ((known != null) ? known : this.read.computeIfAbsent(key, (absent) -> read(method, targetClass)))
			.orElse(null);
	}

	private Optional<LockedMethod> read(Method method, Class<?> targetClass) {
		LockAnnotations annotated = LockAnnotations.find(method, targetClass);
		if (!annotated.isPresent()) {
			return Optional.empty();
		}
		Problems problems = new Problems();
		LockedMethod locked = read(annotated, problems);
		problems.throwIfAny();
		return Optional.of(locked);
	}

	/**
	 * Reads a method.
	 * @param annotated the method and its annotations
	 * @param problems receives all errors
	 * @return the definition; usable only if no error was added
	 */
	LockedMethod read(LockAnnotations annotated, Problems problems) {
		MethodProblems report = new MethodProblems(annotated, problems);
		DefinitionReader reader = new DefinitionReader(annotated, this.environment, report);
		List<LockDefinition> definitions = reader.definitions();
		List<Integer> handles = reader.handleParameters();
		Method method = annotated.method();
		ResolvableType returned = ResolvableType.forMethodReturnType(method, annotated.targetClass());
		return new LockedMethod(method, definitions, this.returnStyles.of(returned, method, report), handles);
	}

	/**
	 * Holds the definition of an annotated method.
	 *
	 * @param method the method that runs
	 * @param definitions its locks; at least one
	 * @param returns runs its calls
	 * @param handleParameters the positions of the parameters that receive the handle
	 */
	record LockedMethod(Method method, List<LockDefinition> definitions, ReturnStyle returns,
			List<Integer> handleParameters) {

		/**
		 * Returns the locks of a call, each key once. All calls use the same order.
		 * @param arguments the arguments of the call
		 * @return the locks; empty if the call is not locked
		 */
		List<RequestedLock> requested(@Nullable Object[] arguments) {
			if (this.definitions.size() == 1 && this.definitions.get(0).keys().size() == 1) {
				LockDefinition only = this.definitions.get(0);
				return only.applies(arguments)
						? List.of(new RequestedLock(only, only.request(only.keys().get(0), arguments)))
						: Collections.emptyList();
			}
			TreeMap<String, RequestedLock> sorted = new TreeMap<>();
			for (LockDefinition definition : this.definitions) {
				if (definition.applies(arguments)) {
					for (KeyTemplate template : definition.keys()) {
						RequestedLock lock = new RequestedLock(definition, definition.request(template, arguments));
						sorted.putIfAbsent(lock.request().key(), lock);
					}
				}
			}
			return List.copyOf(sorted.values());
		}

	}

}
