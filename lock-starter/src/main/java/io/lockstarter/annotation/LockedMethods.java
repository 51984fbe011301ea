package io.lockstarter.annotation;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.LockHandle;
import io.lockstarter.key.KeyTemplate;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodClassKey;
import org.springframework.core.ResolvableType;

/** The annotated methods, each read once. */
final class LockedMethods {

	private final ConcurrentMap<MethodClassKey, Optional<LockedMethod>> read = new ConcurrentHashMap<>();

	private final LockMentions mentions = new LockMentions();

	private final UnaryOperator<String> environment;

	private final ReturnStyles returnStyles;

	/**
	 * Makes them.
	 * @param environment replaces <code>${…}</code>, and throws if it cannot
	 * @param completions completes the stages of callers
	 */
	LockedMethods(UnaryOperator<String> environment, Executor completions) {
		this.environment = environment;
		this.returnStyles = new ReturnStyles(completions);
	}

	/**
	 * The definition of a method's locks.
	 * @param method the method as it was called
	 * @param targetClass the class of the object
	 * @return the definition, or {@code null} if it has no locks
	 * @throws InvalidLockDefinitionException if it has wrong ones
	 */
	@Nullable LockedMethod find(Method method, Class<?> targetClass) {
		MethodClassKey key = new MethodClassKey(method, targetClass);
		Optional<LockedMethod> known = this.read.get(key);
		return ((known != null) ? known : this.read.computeIfAbsent(key, (absent) -> read(method, targetClass)))
			.orElse(null);
	}

	LockMentions mentions() {
		return this.mentions;
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
	 * @param problems where all that is wrong is added
	 * @return the definition, of use only if nothing was added
	 */
	LockedMethod read(LockAnnotations annotated, Problems problems) {
		Report report = new Report(annotated, problems);
		Method method = annotated.method();
		DefinitionReader reader = new DefinitionReader(annotated, this.environment, report);
		List<LockDefinition> definitions = annotated.annotations().stream().map(reader::read).toList();
		refuseRepeated(definitions, report);
		ResolvableType returned = ResolvableType.forMethodReturnType(method, annotated.targetClass());
		Class<?>[] parameters = method.getParameterTypes();
		List<Integer> handles = IntStream.range(0, parameters.length)
			.filter((index) -> parameters[index] == LockHandle.class)
			.boxed()
			.toList();
		new HandleParameterCheck(annotated, report).check(handles);
		return new LockedMethod(method, definitions, this.returnStyles.of(returned, method, report), handles);
	}

	// Taken once, so that one of the two would say nothing. With conditions, both may.
	private static void refuseRepeated(List<LockDefinition> definitions, Report report) {
		Set<String> templates = new HashSet<>();
		definitions.stream()
			.filter((definition) -> definition.condition() == null)
			.flatMap((definition) -> definition.keys().stream())
			.map(KeyTemplate::template)
			.filter((template) -> !templates.add(template))
			.forEach((template) -> report.attribute("key", template, "it is there twice, and would be taken once",
					"remove one of them"));
	}

}
