package io.lockstarter.aop.definition;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;

import io.lockstarter.DistributedLock;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * Finds the classes with the annotation: on the class, on a method, or on an inherited
 * type. Most beans do not have it, so this saves the search in each of their methods. A
 * class may refer to types that are absent. The locks must not load such types before
 * Spring does.
 */
public final class LockedTypes {

	private final Map<Class<?>, Boolean> known = new ConcurrentReferenceHashMap<>();

	/**
	 * Returns whether a class has or inherits an annotated method.
	 * @param type the class
	 * @return {@code true} if it does
	 * @throws LinkageError if a type to which the class refers is absent
	 */
	public boolean contain(@Nullable Class<?> type) {
		if (type == null || !AnnotationUtils.isCandidateClass(type, DistributedLock.class)) {
			return false;
		}
		Boolean found = this.known.get(type);
		if (found == null) {
			found = isAnnotated(type) || contain(type.getSuperclass())
					|| Arrays.stream(type.getInterfaces()).anyMatch(this::contain);
			this.known.put(type, found);
		}
		return found;
	}

	/**
	 * Returns whether a class has or inherits an annotated method, and can be loaded.
	 * @param type the class
	 * @return {@code true} if it does
	 */
	public boolean isLocked(@Nullable Class<?> type) {
		try {
			return contain(type);
		}
		catch (LinkageError ex) {
			return false;
		}
	}

	private static boolean isAnnotated(Class<?> type) {
		return MergedAnnotations.from(type).isPresent(DistributedLock.class) || Arrays.stream(type.getDeclaredMethods())
			.anyMatch((method) -> MergedAnnotations.from(method).isPresent(DistributedLock.class));
	}

	/**
	 * Finds the annotated methods of a class. Their order is always the same, in contrast
	 * to the order of {@link Class#getDeclaredMethods}, so reports are as well.
	 * @param type the class
	 * @return each method, with its annotations
	 */
	public static Collection<LockAnnotations> annotated(Class<?> type) {
		Map<Method, LockAnnotations> annotated = MethodIntrospector.selectMethods(type,
				new MetadataLookup<LockAnnotations>() {
					@Override
					public @Nullable LockAnnotations inspect(Method method) {
						LockAnnotations annotations = LockAnnotations.find(method, type);
						return annotations.isPresent() ? annotations : null;
					}
				});
		return annotated.values()
			.stream()
			.sorted(Comparator.comparing((locked) -> locked.method().toString()))
			.toList();
	}

	/**
	 * Finds the annotated methods of a class, if all types in its methods, and in those
	 * of its superclasses, can be loaded.
	 * @param type the class
	 * @return each method, with its annotations; {@code null} if a type is absent
	 */
	public static @Nullable Collection<LockAnnotations> annotatedIfReadable(Class<?> type) {
		try {
			return annotated(type);
		}
		catch (LinkageError ex) {
			return null;
		}
		catch (IllegalStateException ex) {
			if (ex.getCause() instanceof LinkageError) {
				return null;
			}
			throw ex;
		}
	}

	/**
	 * Returns whether all types in the methods of a class, and of its superclasses, can
	 * be loaded.
	 * @param type the class
	 * @return {@code true} if no type is absent
	 */
	public static boolean isReadable(Class<?> type) {
		return annotatedIfReadable(type) != null;
	}

}
