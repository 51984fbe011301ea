package io.lockstarter.observability.actuator;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Finds the annotated method that has acquired a lock. The name of a lock leads to the
 * methods that use it. If there are several, the stack of the thread decides.
 */
public final class LockMethods {

	private final Function<String, List<Method>> byName;

	/**
	 * Creates a finder.
	 * @param byName returns the annotated methods whose locks have a name
	 */
	public LockMethods(Function<String, List<Method>> byName) {
		this.byName = byName;
	}

	@Nullable String find(String name, Object owner) {
		List<Method> candidates = this.byName.apply(name);
		if (candidates.isEmpty()) {
			return null;
		}
		if (candidates.size() > 1 && owner instanceof Thread thread) {
			for (StackTraceElement frame : thread.getStackTrace()) {
				for (Method candidate : candidates) {
					if (frame.getMethodName().equals(candidate.getName())
							&& frame.getClassName().startsWith(candidate.getDeclaringClass().getName())) {
						return text(candidate);
					}
				}
			}
		}
		return String.join(", ", candidates.stream().map(LockMethods::text).distinct().sorted().toList());
	}

	private static String text(Method method) {
		return method.getDeclaringClass().getName() + "." + method.getName();
	}

}
