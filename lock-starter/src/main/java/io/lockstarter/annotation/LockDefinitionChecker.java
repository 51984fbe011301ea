package io.lockstarter.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;

import io.lockstarter.InvalidLockDefinitionException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.util.ClassUtils;
import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * Checks the locks of all beans, and reports all that is wrong at once, before the
 * application has started. Beans that are made later are checked when their class is
 * known, by their definition or when they are made.
 */
public final class LockDefinitionChecker implements BeanPostProcessor, SmartInitializingSingleton {

	private final LockedMethods methods;

	private final ConfigurableListableBeanFactory beans;

	private final ProxyKind proxyKind;

	private final Set<Class<?>> checked = Collections.newSetFromMap(new ConcurrentReferenceHashMap<>());

	private final Problems problems = new Problems();

	private volatile boolean started;

	/**
	 * Makes one.
	 * @param interceptor runs the methods
	 * @param beans the beans
	 */
	public LockDefinitionChecker(LockInterceptor interceptor, ConfigurableListableBeanFactory beans) {
		this.methods = interceptor.methods();
		this.beans = beans;
		this.proxyKind = new ProxyKind(beans);
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		check(ClassUtils.getUserClass(bean), beanName);
		return bean;
	}

	/**
	 * Ends the collection.
	 * @throws InvalidLockDefinitionException with all that was found
	 */
	@Override
	public void afterSingletonsInstantiated() {
		for (String name : this.beans.getBeanDefinitionNames()) {
			Class<?> type = typeOf(name);
			// Of a bean that is yet to be made, an abstract type does not tell enough.
			if (type != null && !Proxy.isProxyClass(type) && !Modifier.isAbstract(type.getModifiers())) {
				check(ClassUtils.getUserClass(type), name);
			}
		}
		this.started = true;
		this.problems.throwIfAny();
	}

	private @Nullable Class<?> typeOf(String beanName) {
		try {
			return this.beans.getType(beanName, false);
		}
		catch (RuntimeException | LinkageError ex) {
			// Of a lazy bean, which tells so itself if it is ever made.
			return null;
		}
	}

	private void check(Class<?> type, String beanName) {
		if (!this.methods.mentions().areIn(type) || !this.checked.add(type)) {
			return;
		}
		Problems found = new Problems();
		PlacementCheck placement = new PlacementCheck(this.proxyKind.isOfInterfaces(type, beanName));
		for (LockAnnotations annotated : annotated(type)) {
			this.methods.read(annotated, found);
			placement.check(annotated, new Report(annotated, found));
		}
		if (this.started && !found.isEmpty()) {
			// So that the next one that is made is refused as well.
			this.checked.remove(type);
			found.throwIfAny();
		}
		this.problems.addAll(found);
	}

	static Collection<LockAnnotations> annotated(Class<?> type) {
		return MethodIntrospector.selectMethods(type, new MetadataLookup<LockAnnotations>() {

			@Override
			public @Nullable LockAnnotations inspect(Method method) {
				LockAnnotations annotations = LockAnnotations.find(method, type);
				return annotations.isPresent() ? annotations : null;
			}

		}).values();
	}

}
