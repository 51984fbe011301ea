package io.lockstarter.annotation;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/**
 * Refuses methods that Spring calls on the object itself, when it makes or destroys a
 * bean: such a call passes no proxy.
 */
final class CallbackCheck {

	/** For the methods that a class itself makes callbacks. */
	static final CallbackCheck OF_CLASS = new CallbackCheck(Set.of(), Set.of());

	// By name: the annotations are there only where they are used.
	private static final Set<String> ANNOTATIONS = Set.of("jakarta.annotation.PostConstruct",
			"jakarta.annotation.PreDestroy", "javax.annotation.PostConstruct", "javax.annotation.PreDestroy");

	private static final Set<String> INFERRED = Set.of("close", "shutdown");

	private final Set<String> named;

	private final Set<String> inferred;

	private CallbackCheck(Set<String> named, Set<String> inferred) {
		this.named = named;
		this.inferred = inferred;
	}

	/** For the methods that the definition of a bean makes callbacks, too. */
	static CallbackCheck of(BeanDefinition definition) {
		Set<String> named = new HashSet<>();
		if (definition instanceof AbstractBeanDefinition bean) {
			named.addAll(names(bean.getInitMethodNames()));
			named.addAll(bean.isPrototype() ? List.of() : names(bean.getDestroyMethodNames()));
		}
		return new CallbackCheck(named, named.remove(AbstractBeanDefinition.INFER_METHOD) ? INFERRED : Set.of());
	}

	private static List<String> names(String @Nullable [] names) {
		return (names != null) ? List.of(names) : List.of();
	}

	/**
	 * Checks a method.
	 * @param annotated the method
	 * @param report where it is refused
	 * @return whether it was refused
	 */
	boolean check(LockAnnotations annotated, Report report) {
		Method method = annotated.method();
		if (Weaving.hasWoven(method.getDeclaringClass()) || method.getParameterCount() > 0) {
			return false;
		}
		// A lock on the class does not mean the close method that every bean may have.
		if (isCallback(method, annotated.targetClass())
				|| (this.inferred.contains(method.getName()) && !annotated.areOnClass())) {
			report.method("is called by Spring when it makes or destroys the bean",
					"that call passes no proxy, so it would run without its lock",
					annotated.areOnClass() ? "put the annotation on the methods that need it"
							: "move the work to a method of another bean that this one calls; or, to run it once at"
									+ " the start, use @EventListener(ApplicationReadyEvent.class) instead");
			return true;
		}
		return false;
	}

	private boolean isCallback(Method method, Class<?> type) {
		String name = method.getName();
		return this.named.contains(name)
				|| (name.equals("afterPropertiesSet") && InitializingBean.class.isAssignableFrom(type))
				|| (name.equals("destroy") && DisposableBean.class.isAssignableFrom(type))
				|| MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
					.stream()
					.anyMatch((annotation) -> ANNOTATIONS.contains(annotation.getType().getName()));
	}

}
