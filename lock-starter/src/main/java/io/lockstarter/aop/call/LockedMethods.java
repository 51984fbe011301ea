package io.lockstarter.aop.call;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockRequest;
import io.lockstarter.aop.call.LockedCall.RequestedLock;
import io.lockstarter.aop.definition.DefinitionReader;
import io.lockstarter.aop.definition.FixedKeys;
import io.lockstarter.aop.definition.LockAnnotations;
import io.lockstarter.aop.definition.LockDefinition;
import io.lockstarter.aop.definition.MethodProblems;
import io.lockstarter.aop.definition.Problems;
import io.lockstarter.aop.definition.SupportedTypes;
import io.lockstarter.aop.definition.WhenBusy;
import io.lockstarter.aop.key.KeyTemplate;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodClassKey;
import org.springframework.core.ResolvableType;

/** Reads the annotated methods, and caches the result. */
final class LockedMethods {

	private final ConcurrentMap<MethodClassKey, Optional<LockedMethod>> read = new ConcurrentHashMap<>();

	private final UnaryOperator<String> environment;

	private final SupportedTypes supported;

	private final ReturnStyles returnStyles;

	private final WhenBusy otherwise;

	private final FixedKeys fixedKeys = new FixedKeys();

	private final Set<String> names = ConcurrentHashMap.newKeySet();

	/**
	 * Creates an empty cache.
	 * @param environment replaces <code>${…}</code>, and throws if it cannot
	 * @param supported the types of locks that are available
	 * @param returnStyles chooses the style that runs the calls of a method
	 * @param otherwise decides about busy locks whose annotation does not
	 */
	LockedMethods(UnaryOperator<String> environment, SupportedTypes supported, ReturnStyles returnStyles,
			WhenBusy otherwise) {
		this.otherwise = otherwise;
		this.environment = environment;
		this.supported = supported;
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

	/** Returns the methods whose locks have a name, as far as they were read. */
	List<Method> withName(String name) {
		return this.read.values()
			.stream()
			.flatMap(Optional::stream)
			.filter((locked) -> locked.definitions()
				.stream()
				.anyMatch((definition) -> definition.keys()
					.stream()
					.anyMatch((template) -> template.template().equals(name))))
			.map(LockedMethod::method)
			.distinct()
			.toList();
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
		DefinitionReader reader = new DefinitionReader(annotated, this.environment, this.supported, report);
		List<LockDefinition> definitions = reader.definitions();
		this.fixedKeys.add(annotated, definitions, report);
		List<Integer> handles = reader.handleParameters();
		definitions.forEach((definition) -> definition.keys().forEach((key) -> this.names.add(key.template())));
		Method method = annotated.method();
		ResolvableType returned = ResolvableType.forMethodReturnType(method, annotated.targetClass());
		return new LockedMethod(method, annotated.where(), definitions, this.returnStyles.of(returned, method, report),
				handles, this.otherwise);
	}

	Set<String> names() {
		return Set.copyOf(this.names);
	}

	/**
	 * Holds the definition of an annotated method.
	 *
	 * @param method the method that runs
	 * @param where the method, as messages name it
	 * @param definitions its locks; at least one
	 * @param returns runs its calls
	 * @param handleParameters the positions of the parameters that receive the handle
	 * @param otherwise decides about busy locks whose annotation does not
	 */
	record LockedMethod(Method method, String where, List<LockDefinition> definitions, ReturnStyle returns,
			List<Integer> handleParameters, WhenBusy otherwise) {

		/**
		 * Returns the locks of a call, each key once. All calls use the same order.
		 * @param arguments the arguments of the call
		 * @param customizer changes each request, and may change its key
		 * @return the locks; empty if the call is not locked
		 * @throws InvalidLockDefinitionException if a key, a condition or a number of
		 * permits cannot be computed; the message names the method
		 */
		List<RequestedLock> requested(@Nullable Object[] arguments, UnaryOperator<LockRequest> customizer) {
			try {
				return compute(arguments, customizer);
			}
			catch (InvalidLockDefinitionException ex) {
				throw new InvalidLockDefinitionException(this.where + ": " + ex.getMessage(), ex.getCause());
			}
		}

		private List<RequestedLock> compute(@Nullable Object[] arguments, UnaryOperator<LockRequest> customizer) {
			if (this.definitions.size() == 1 && this.definitions.get(0).keys().size() == 1
					&& !this.definitions.get(0).keys().get(0).isEach()) {
				LockDefinition only = this.definitions.get(0);
				if (!only.applies(arguments)) {
					return Collections.emptyList();
				}
				LockRequest request = customizer.apply(only.request(only.keys().get(0), arguments));
				return List.of(new RequestedLock(only, request));
			}
			TreeMap<String, RequestedLock> sorted = new TreeMap<>();
			for (LockDefinition definition : this.definitions) {
				if (definition.applies(arguments)) {
					for (KeyTemplate template : definition.keys()) {
						for (LockRequest asked : definition.requests(template, arguments)) {
							LockRequest request = customizer.apply(asked);
							sorted.merge(request.key(), new RequestedLock(definition, request),
									RequestedLock::strongerOf);
						}
					}
				}
			}
			return List.copyOf(sorted.values());
		}

	}

}
