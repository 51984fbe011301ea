package io.lockstarter.aop.check;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.lockstarter.InvalidLockDefinitionException;
import io.lockstarter.aop.WovenClasses;
import io.lockstarter.aop.call.LockInterceptor;
import io.lockstarter.aop.call.LockProxies;
import io.lockstarter.aop.call.LockProxies.Kind;
import io.lockstarter.aop.call.ProxyKind;
import io.lockstarter.aop.definition.LockAnnotations;
import io.lockstarter.aop.definition.LockedTypes;
import io.lockstarter.aop.definition.MethodProblems;
import io.lockstarter.aop.definition.Problems;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.util.ClassUtils;
import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * Checks the locks of all beans, and reports all errors at once, before the application
 * has started: wrong definitions, and beans without the proxy that acquires the locks. A
 * bean that is created later is checked as soon as its class is known. Parent and child
 * contexts without a checker are included.
 * <p>
 * It also assigns woven beans to the interceptor of this context, since it sees all of
 * them.
 */
public final class LockDefinitionChecker implements SmartInstantiationAwareBeanPostProcessor,
		SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent> {

	private static final Logger logger = LoggerFactory.getLogger(LockDefinitionChecker.class);

	private final LockInterceptor interceptor;

	private final LockedTypes locked;

	private final ConfigurableListableBeanFactory beans;

	private final CallbackCheck callbacks;

	private final LockProxyObserver observer;

	private final Map<Class<?>, Set<Kind>> checked = new ConcurrentReferenceHashMap<>();

	/** Names of checked beans; the name of a factory begins with an ampersand. */
	private final Set<String> seen = ConcurrentHashMap.newKeySet();

	/** Names of beans whose wrapper was logged. */
	private final Set<String> wrapped = ConcurrentHashMap.newKeySet();

	private final Set<String> early = ConcurrentHashMap.newKeySet();

	private final Problems problems = new Problems();

	private volatile boolean started;

	/**
	 * Creates a checker.
	 * @param interceptor the interceptor that runs the methods
	 * @param beans the bean factory
	 */
	public LockDefinitionChecker(LockInterceptor interceptor, ConfigurableListableBeanFactory beans) {
		this.interceptor = interceptor;
		this.locked = interceptor.lockedTypes();
		this.callbacks = new CallbackCheck(this.locked);
		this.beans = beans;
		this.observer = beans.getBeanProvider(LockProxyObserver.class).getIfAvailable(LockProxyObserver::new);
	}

	@Override
	public boolean postProcessAfterInstantiation(Object bean, String beanName) {
		assignIfWoven(bean);
		return true;
	}

	// In a circular reference, only the early reference has the proxy.
	@Override
	public Object getEarlyBeanReference(Object bean, String beanName) {
		this.early.add(beanName);
		created(bean, beanName);
		return bean;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (!this.early.remove(beanName)) {
			created(bean, beanName);
		}
		return bean;
	}

	/**
	 * Reports all errors that were found.
	 * @throws InvalidLockDefinitionException if there are errors
	 */
	@Override
	public void afterSingletonsInstantiated() {
		for (String name : this.beans.getBeanDefinitionNames()) {
			Class<?> type = BeanTypes.of(this.beans, name);
			if (type != null) {
				checkNotYetCreated(type, name, this.beans, this.problems);
			}
		}
		this.callbacks.check(this.beans, this.problems);
		checkSingletons(this.beans, this.problems);
		for (BeanFactory parent = this.beans
			.getParentBeanFactory(); parent instanceof ConfigurableListableBeanFactory above
					&& !hasChecker(above); parent = above.getParentBeanFactory()) {
			checkOther(above, this.problems);
		}
		this.started = true;
		this.seen.clear();
		this.problems.throwIfAny();
	}

	/**
	 * Checks a child context that has no auto-configuration of its own.
	 * @param event the start of that context
	 * @throws InvalidLockDefinitionException if there are errors
	 */
	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		if (event.getApplicationContext() instanceof ConfigurableApplicationContext context
				&& context.getBeanFactory() != this.beans && !hasChecker(context.getBeanFactory())
				&& context.getEnvironment().getProperty("distributed-lock.enabled", Boolean.class, true)) {
			Problems found = new Problems();
			checkOther(context.getBeanFactory(), found);
			found.throwIfAny();
		}
	}

	private static boolean hasChecker(ConfigurableListableBeanFactory factory) {
		return factory.getBeanNamesForType(LockDefinitionChecker.class, true, false).length > 0;
	}

	// A bean may call itself while it is initialized. The product of a factory bean is
	// only known later, perhaps with its proxy.
	private void assignIfWoven(Object bean) {
		if (WovenClasses.exist() && this.locked.isLocked(LockProxies.targetClass(bean))) {
			Object target = AopProxyUtils.getSingletonTarget(bean);
			WovenClasses.assign((target != null) ? target : bean, this.interceptor.forWovenClasses());
		}
	}

	private void created(Object bean, String beanName) {
		assignIfWoven(bean);
		if (!this.started) {
			this.seen.add(key(bean, beanName));
		}
		Problems found = new Problems();
		Object proxy = this.observer.take(beanName);
		if (proxy != null && isWrapped(proxy, bean)) {
			checkWrapped(proxy, bean, beanName, found);
		}
		else {
			check(bean, beanName, this.beans, found);
		}
		if (this.started) {
			this.callbacks.check(bean, beanName, this.beans, found);
			found.throwIfAny();
		}
		this.problems.addAll(found);
	}

	// An object of the bean's own class is no wrapper, but a bean without its proxy.
	private static boolean isWrapped(Object proxy, Object bean) {
		return proxy != bean && LockProxies.of(bean) == Kind.NONE && bean.getClass() != LockProxies.targetClass(proxy);
	}

	private static String key(Object bean, String beanName) {
		return (bean instanceof FactoryBean) ? BeanFactory.FACTORY_BEAN_PREFIX + beanName : beanName;
	}

	// Some singletons were created too early, or registered as finished objects.
	private void checkSingletons(ConfigurableListableBeanFactory factory, Problems found) {
		for (String name : factory.getSingletonNames()) {
			Object bean = factory.getSingleton(name);
			if (bean == null || (factory == this.beans && this.seen.contains(key(bean, name)))) {
				continue;
			}
			check(bean, name, factory, found);
			if (bean instanceof FactoryBean<?> maker && maker.isSingleton()
					&& this.locked.isLocked(maker.getObjectType())) {
				check(factory.getBean(name), name, factory, found);
			}
		}
	}

	private void checkOther(ConfigurableListableBeanFactory factory, Problems found) {
		checkSingletons(factory, found);
		new CallbackCheck(this.locked).check(factory, found);
		boolean takesLocks = MissingProxy.takesLocks(factory);
		for (String name : factory.getBeanDefinitionNames()) {
			Class<?> type = factory.containsSingleton(name) ? null : BeanTypes.of(factory, name);
			if (type != null && takesLocks) {
				checkNotYetCreated(type, name, factory, found);
			}
			else if (type != null && this.locked.isLocked(ClassUtils.getUserClass(type))
					&& LockedTypes.isReadable(ClassUtils.getUserClass(type))) {
				check(ClassUtils.getUserClass(type), PlacementCheck.without(MissingProxy.inOtherContext(name)), found);
			}
		}
	}

	private void check(Object bean, String beanName, ConfigurableListableBeanFactory factory, Problems found) {
		Class<?> type = LockProxies.targetClass(bean);
		if (!this.locked.isLocked(type)) {
			return;
		}
		Kind kind = LockProxies.of(bean);
		if (kind == Kind.NONE) {
			if (TestDoubles.isTestDouble(bean, beanName, factory)) {
				return;
			}
			check(type, PlacementCheck.without(MissingProxy.of(type, beanName, factory)), found);
		}
		else if (kind != Kind.OF_ANOTHER_BEAN) {
			checkOnce(type, kind, found);
		}
	}

	// A wrapper without lock annotations may call any method, so it causes no warning.
	private void checkWrapped(Object proxy, Object wrapper, String beanName, Problems found) {
		checkOnce(LockProxies.targetClass(proxy), LockProxies.of(proxy), found);
		if (this.locked.isLocked(wrapper.getClass()) && !TestDoubles.isTestDouble(wrapper, beanName, this.beans)
				&& this.wrapped.add(beanName)) {
			logger
				.warn("Bean '{}' was wrapped by a post-processor of the application. Its methods are locked only if the "
						+ "wrapper ({}) calls the object that the post-processor received. To be sure, wrap the bean in "
						+ "postProcessBeforeInitialization, before its proxy is created.", beanName,
						wrapper.getClass().getName());
		}
	}

	// The product of a factory bean may have no other class than an interface.
	private void checkNotYetCreated(Class<?> declared, String beanName, ConfigurableListableBeanFactory factory,
			Problems found) {
		Class<?> type = ClassUtils.getUserClass(declared);
		boolean concrete = !Proxy.isProxyClass(type) && !Modifier.isAbstract(type.getModifiers());
		// Reading the methods takes the most time, so it comes last.
		if (this.locked.isLocked(type) && (factory != this.beans || !this.seen.contains(beanName))
				&& (concrete || (type.isInterface() && factory.isFactoryBean(beanName)))
				&& LockedTypes.isReadable(type)) {
			checkOnce(type, new ProxyKind(factory).of(type, beanName), found);
		}
	}

	private void checkOnce(Class<?> type, Kind kind, Problems problems) {
		Set<Kind> kinds = this.checked.computeIfAbsent(type, (absent) -> ConcurrentHashMap.newKeySet());
		if (kinds.add(kind)) {
			Problems found = new Problems();
			check(type, PlacementCheck.with(kind), found);
			if (!found.isEmpty()) {
				// The next bean of this class must be refused as well.
				kinds.remove(kind);
				problems.addAll(found);
			}
		}
	}

	private void check(Class<?> type, PlacementCheck placement, Problems found) {
		for (LockAnnotations annotated : LockedTypes.annotated(type)) {
			this.interceptor.check(annotated, found);
			placement.check(annotated, new MethodProblems(annotated, found));
		}
	}

}
