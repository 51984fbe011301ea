package io.lockstarter.aop.check;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;

import io.lockstarter.aop.WovenClasses;
import io.lockstarter.aop.call.LockProxies;
import io.lockstarter.aop.definition.LockAnnotations;
import io.lockstarter.aop.definition.LockedTypes;
import io.lockstarter.aop.definition.MethodProblems;
import io.lockstarter.aop.definition.Problems;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * Finds methods that Spring calls on the object itself when it creates or destroys a
 * bean. Such a call does not pass through a proxy. An annotation on such a method is
 * refused. A lock on the class does not cover such a method, and a warning is logged.
 */
final class CallbackCheck {

	private static final Logger logger = LoggerFactory.getLogger(CallbackCheck.class);

	// Names instead of classes, since the libraries with these annotations are optional.
	private static final Set<String> ANNOTATIONS = Set.of("jakarta.annotation.PostConstruct",
			"jakarta.annotation.PreDestroy", "javax.annotation.PostConstruct", "javax.annotation.PreDestroy");

	private final LockedTypes locked;

	/** Names of beans whose definitions are correct. */
	private final Set<String> accepted = ConcurrentHashMap.newKeySet();

	private final Set<String> logged = ConcurrentHashMap.newKeySet();

	CallbackCheck(LockedTypes locked) {
		this.locked = locked;
	}

	/**
	 * Checks a method by its class alone, without a bean definition.
	 * @param annotated the method
	 * @param report receives the error
	 * @return {@code true} if the method is a callback
	 */
	static boolean check(LockAnnotations annotated, MethodProblems report) {
		if (!isCallback(annotated, Set.of())) {
			return false;
		}
		if (!annotated.areOnClass()) {
			refuse(report);
		}
		return true;
	}

	/**
	 * Checks all beans of a context that have a definition.
	 * @param factory the bean factory
	 * @param found receives the errors
	 */
	void check(ConfigurableListableBeanFactory factory, Problems found) {
		for (String name : factory.getBeanDefinitionNames()) {
			Object made = factory.getSingleton(name);
			Class<?> type = (made != null) ? LockProxies.targetClass(made) : BeanTypes.ofDefinition(factory, name);
			if (type != null) {
				check(ClassUtils.getUserClass(type), name, factory.getMergedBeanDefinition(name), found);
			}
		}
	}

	/**
	 * Checks a bean that was created after start-up.
	 * @param bean the bean, or the product of a factory bean
	 * @param beanName its name
	 * @param factory the bean factory
	 * @param found receives the errors
	 */
	void check(Object bean, String beanName, ConfigurableListableBeanFactory factory, Problems found) {
		Class<?> type = LockProxies.targetClass(bean);
		// The definition of a factory bean names methods of the factory, not of its
		// product.
		if (this.locked.isLocked(type) && !this.accepted.contains(beanName) && factory.containsBeanDefinition(beanName)
				&& !factory.isFactoryBean(beanName)) {
			check(type, beanName, factory.getMergedBeanDefinition(beanName), found);
		}
	}

	private void check(Class<?> type, String beanName, BeanDefinition definition, Problems found) {
		Collection<LockAnnotations> annotations = this.locked.isLocked(type) ? LockedTypes.annotatedIfReadable(type)
				: null;
		if (annotations == null) {
			return;
		}
		Set<String> named = named(definition, type);
		List<LockAnnotations> callbacks = annotations.stream()
			.filter((annotated) -> isCallback(annotated, named))
			.toList();
		List<LockAnnotations> refused = callbacks.stream().filter((annotated) -> !annotated.areOnClass()).toList();
		refused.forEach((annotated) -> refuse(new MethodProblems(annotated, found)));
		if (refused.isEmpty()) {
			this.accepted.add(beanName);
		}
		List<String> uncovered = callbacks.stream()
			.filter(LockAnnotations::areOnClass)
			.map((annotated) -> annotated.method().getName() + "()")
			.sorted()
			.toList();
		if (!uncovered.isEmpty() && this.logged.add(type.getName() + uncovered)) {
			logger.warn(
					"{}: The lock on the class does not cover {}. Spring calls this on the object itself when it "
							+ "creates or destroys the bean. The call bypasses the proxy and runs without the lock.",
					type.getName(), String.join(", ", uncovered));
		}
	}

	private static void refuse(MethodProblems report) {
		report.method("Spring calls this method when it creates or destroys the bean",
				"the call bypasses the proxy, so it would run without its lock",
				"move the work to a method of another bean and call that; or, to run it once at start-up, use"
						+ " @EventListener(ApplicationReadyEvent.class) instead");
	}

	private static boolean isCallback(LockAnnotations annotated, Set<String> named) {
		Method method = annotated.method();
		if (WovenClasses.include(method.getDeclaringClass()) || method.getParameterCount() > 0) {
			return false;
		}
		String name = method.getName();
		Class<?> type = annotated.targetClass();
		return named.contains(name)
				|| (name.equals("afterPropertiesSet") && InitializingBean.class.isAssignableFrom(type))
				|| (name.equals("destroy") && DisposableBean.class.isAssignableFrom(type))
				|| MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
					.stream()
					.anyMatch((annotation) -> ANNOTATIONS.contains(annotation.getType().getName()));
	}

	private static Set<String> named(BeanDefinition definition, Class<?> type) {
		Set<String> named = new HashSet<>();
		if (definition instanceof AbstractBeanDefinition bean) {
			named.addAll(list(bean.getInitMethodNames()));
			if (!bean.isPrototype()) {
				List<String> destroy = list(bean.getDestroyMethodNames());
				named.addAll(isInferred(destroy, type) ? inferred(type) : destroy);
			}
		}
		return named;
	}

	private static List<String> list(String @Nullable [] names) {
		return (names != null) ? List.of(names) : List.of();
	}

	// Spring's DisposableBeanAdapter uses the same rule.
	private static boolean isInferred(List<String> destroy, Class<?> type) {
		return destroy.equals(List.of(AbstractBeanDefinition.INFER_METHOD)) || (destroy.isEmpty()
				&& (AutoCloseable.class.isAssignableFrom(type) || ExecutorService.class.isAssignableFrom(type)));
	}

	private static List<String> inferred(Class<?> type) {
		if (DisposableBean.class.isAssignableFrom(type)) {
			return List.of();
		}
		Method close = ClassUtils.getMethodIfAvailable(type, "close");
		// The close method that an executor inherits waits for its tasks.
		return List.of((close != null && close.getDeclaringClass() != ExecutorService.class) ? "close" : "shutdown");
	}

}
