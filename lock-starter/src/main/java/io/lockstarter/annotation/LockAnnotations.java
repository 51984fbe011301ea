package io.lockstarter.annotation;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Function;

import io.lockstarter.DistributedLock;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The locks that apply to one method of one class, wherever they were written: those on
 * the method before those on its class, and of each the nearest.
 *
 * @param method the method that runs: the class's own, not that of an interface, and no
 * bridge
 * @param targetClass the class
 * @param annotations the locks; empty if there are none
 */
record LockAnnotations(Method method, Class<?> targetClass, List<MergedAnnotation<DistributedLock>> annotations) {

	static LockAnnotations find(Method method, Class<?> targetClass) {
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

	boolean isPresent() {
		return !this.annotations.isEmpty();
	}

	/** The class that the application's author knows: not that of a proxy or a lambda. */
	Class<?> namedClass() {
		Object source = this.annotations.get(0).getSource();
		if (source == null || (!Proxy.isProxyClass(this.targetClass) && !this.targetClass.isHidden())) {
			return this.targetClass;
		}
		return (source instanceof Method written) ? written.getDeclaringClass() : (Class<?>) source;
	}

	/** Whether they stand on a class and not on the method. */
	boolean areOnClass() {
		return this.annotations.get(0).getSource() instanceof Class;
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

	// A method that the class inherits from one class may implement that of an interface
	// that only the class itself has, also with another erasure of its parameters.
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
