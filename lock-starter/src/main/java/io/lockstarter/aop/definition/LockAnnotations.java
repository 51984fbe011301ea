package io.lockstarter.aop.definition;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.lockstarter.DistributedLock;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Holds the lock annotations that apply to one method of one class. Annotations on the
 * method take precedence over annotations on its class. The nearest declaration counts.
 *
 * @param method the method that runs: a method of the class, not of an interface, and not
 * a bridge method
 * @param targetClass the class
 * @param annotations the locks; empty if there are none
 */
public record LockAnnotations(Method method, Class<?> targetClass,
		List<MergedAnnotation<DistributedLock>> annotations) {

	/**
	 * Finds the locks of a method.
	 * @param method the method as it is called
	 * @param targetClass the class of the object
	 * @return the method that runs, with its locks if it has any
	 */
	public static LockAnnotations find(Method method, Class<?> targetClass) {
		Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
		List<MergedAnnotation<DistributedLock>> found = nearest(specific);
		if (found.isEmpty()) {
			found = fromInterfaces(specific, targetClass, LockAnnotations::nearest);
		}
		if (found.isEmpty() && isCoveredByItsClass(specific)) {
			found = nearest(specific.getDeclaringClass());
			if (found.isEmpty()) {
				found = fromInterfaces(specific, targetClass, (declared) -> nearest(declared.getDeclaringClass()));
			}
		}
		return new LockAnnotations(specific, targetClass, found);
	}

	/**
	 * Returns whether the method has a lock.
	 * @return {@code true} if it has
	 */
	public boolean isPresent() {
		return !this.annotations.isEmpty();
	}

	/**
	 * Returns the class that appears in the source code, not the class of a proxy or a
	 * lambda.
	 * @return the class
	 */
	public Class<?> namedClass() {
		Object source = this.annotations.get(0).getSource();
		if (source == null || (!Proxy.isProxyClass(this.targetClass) && !this.targetClass.isHidden())) {
			return this.targetClass;
		}
		return (source instanceof Method written) ? written.getDeclaringClass() : (Class<?>) source;
	}

	/**
	 * Returns whether the locks are on a class and not on the method.
	 * @return {@code true} if they are on a class
	 */
	public boolean areOnClass() {
		return this.annotations.get(0).getSource() instanceof Class;
	}

	/**
	 * Returns the method, as messages name it.
	 * @return class, method and parameters
	 */
	public String where() {
		Class<?> type = namedClass();
		return type.getName() + "." + this.method.getName()
				+ Arrays.stream(parameterTypes(this.method, type))
					.map(Class::getSimpleName)
					.collect(Collectors.joining(", ", "(", ")"));
	}

	/**
	 * Returns the parameter types of a method, with type variables resolved in a class.
	 * The parameter that Kotlin adds to a suspend function is left out.
	 */
	static Class<?>[] parameterTypes(Method method, Class<?> type) {
		int count = method.getParameterCount() - (KotlinDetector.isSuspendingFunction(method) ? 1 : 0);
		return IntStream.range(0, count)
			.mapToObj((index) -> ResolvableType.forMethodParameter(method, index, type))
			.map((parameter) -> parameter.resolve(Object.class))
			.toArray(Class<?>[]::new);
	}

	private static List<MergedAnnotation<DistributedLock>> nearest(AnnotatedElement element) {
		List<MergedAnnotation<DistributedLock>> all = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY)
			.stream(DistributedLock.class)
			.toList();
		if (all.size() < 2) {
			return all;
		}
		int nearest = all.stream().mapToInt(MergedAnnotation::getAggregateIndex).min().orElseThrow();
		return all.stream().filter((annotation) -> annotation.getAggregateIndex() == nearest).toList();
	}

	// A class may inherit a method from a superclass that does not have the interface.
	// That method then implements the interface method, perhaps with another erasure.
	private static List<MergedAnnotation<DistributedLock>> fromInterfaces(Method specific, Class<?> targetClass,
			Function<Method, List<MergedAnnotation<DistributedLock>>> search) {
		if (specific.getDeclaringClass() == targetClass || !Modifier.isPublic(specific.getModifiers())) {
			return List.of();
		}
		for (Class<?> type : ClassUtils.getAllInterfacesForClassAsSet(targetClass)) {
			for (Method declared : type.getMethods()) {
				if (isImplementedBy(specific, declared, targetClass)) {
					List<MergedAnnotation<DistributedLock>> found = search.apply(declared);
					if (!found.isEmpty()) {
						return found;
					}
				}
			}
		}
		return List.of();
	}

	private static boolean isImplementedBy(Method specific, Method declared, Class<?> targetClass) {
		return declared.getName().equals(specific.getName())
				&& declared.getParameterCount() == specific.getParameterCount()
				&& AopUtils.getMostSpecificMethod(declared, targetClass).equals(specific);
	}

	private static boolean isCoveredByItsClass(Method method) {
		int modifiers = method.getModifiers();
		return Modifier.isPublic(modifiers) && !Modifier.isStatic(modifiers) && !method.isSynthetic()
				&& !ReflectionUtils.isObjectMethod(method);
	}

}
