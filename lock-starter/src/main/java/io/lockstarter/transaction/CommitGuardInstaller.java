package io.lockstarter.transaction;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/**
 * Gives every transaction manager the check of its locks, as soon as it is made: also
 * those that are the application's own, and those that are made late. Those that were
 * made too early to pass here get it once all singletons exist, and so do those of the
 * contexts above and below that have no installer of their own.
 */
public final class CommitGuardInstaller
		implements BeanPostProcessor, SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent> {

	private static final Logger logger = LoggerFactory.getLogger(CommitGuardInstaller.class);

	private final CommitGuard guard = new CommitGuard();

	private final Set<String> warned = ConcurrentHashMap.newKeySet();

	private final ConfigurableListableBeanFactory beans;

	/**
	 * Makes one.
	 * @param beans the beans, with the transaction managers among them
	 */
	public CommitGuardInstaller(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof PlatformTransactionManager manager) {
			install(manager, beanName);
		}
		return bean;
	}

	@Override
	public void afterSingletonsInstantiated() {
		installAll(this.beans);
		for (BeanFactory parent = this.beans
			.getParentBeanFactory(); parent instanceof ConfigurableListableBeanFactory above
					&& !hasInstaller(above); parent = above.getParentBeanFactory()) {
			installAll(above);
		}
	}

	/**
	 * Looks at a context below this one that has no installer.
	 * @param event its start
	 */
	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		if (event.getApplicationContext() instanceof ConfigurableApplicationContext context
				&& context.getBeanFactory() != this.beans && !hasInstaller(context.getBeanFactory())) {
			installAll(context.getBeanFactory());
		}
	}

	private static boolean hasInstaller(ConfigurableListableBeanFactory factory) {
		return factory.getBeanNamesForType(CommitGuardInstaller.class, true, false).length > 0;
	}

	private void installAll(ConfigurableListableBeanFactory factory) {
		for (String name : factory.getSingletonNames()) {
			Object bean = factory.getSingleton(name);
			if (bean instanceof FactoryBean<?> maker && maker.isSingleton()) {
				bean = product(maker, name, factory);
			}
			if (bean instanceof PlatformTransactionManager manager) {
				install(manager, name);
			}
		}
	}

	private static @Nullable Object product(FactoryBean<?> maker, String name, BeanFactory factory) {
		Class<?> type = maker.getObjectType();
		if (type == null || !PlatformTransactionManager.class.isAssignableFrom(type)) {
			return null;
		}
		try {
			// There is no other way to see what it has made already.
			return factory.getBean(name);
		}
		catch (BeansException ex) {
			// Then it was not made before. Where it is made later, it passes here.
			return null;
		}
	}

	private void install(PlatformTransactionManager bean, String beanName) {
		if (!(bean instanceof ConfigurableTransactionManager manager)) {
			if (this.warned.add(beanName)) {
				logger.warn("Transaction manager '{}' takes no listeners: its transactions commit although their "
						+ "lock was lost. Make it a ConfigurableTransactionManager, or call "
						+ "LockScope.ensureHeld() at the end of each transaction.", beanName);
			}
			return;
		}
		if (manager.getTransactionExecutionListeners().stream().anyMatch(CommitGuard.class::isInstance)) {
			return;
		}
		manager.addListener(this.guard);
		if (bean instanceof AbstractPlatformTransactionManager spring
				&& spring.getTransactionSynchronization() == AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER) {
			logger.warn("Transaction manager '{}' has no synchronization: a lock that is taken inside one of its "
					+ "transactions is released before that commits. Leave out setTransactionSynchronization, or take "
					+ "locks outside of its transactions only.", beanName);
		}
	}

}
