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
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/**
 * Adds the {@link CommitGuard} to every transaction manager when the manager is created.
 * This includes managers of the application and managers that are created late. Some
 * managers are created before this post-processor. They receive the guard when all
 * singletons exist. So do the managers of parent and child contexts without an installer.
 */
public final class CommitGuardInstaller
		implements BeanPostProcessor, SmartInitializingSingleton, ApplicationListener<ContextRefreshedEvent> {

	private static final Logger logger = LoggerFactory.getLogger(CommitGuardInstaller.class);

	private final CommitGuard guard = new CommitGuard();

	private final ReactiveCommitGuard reactiveGuard = new ReactiveCommitGuard();

	private final Set<String> warned = ConcurrentHashMap.newKeySet();

	private final ConfigurableListableBeanFactory beans;

	/**
	 * Creates an installer.
	 * @param beans the bean factory with the transaction managers
	 */
	public CommitGuardInstaller(ConfigurableListableBeanFactory beans) {
		this.beans = beans;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof TransactionManager manager) {
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
	 * Adds the guard to the managers of a child context that has no installer.
	 * @param event the start of that context
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
			if (bean instanceof TransactionManager manager) {
				install(manager, name);
			}
		}
	}

	private static @Nullable Object product(FactoryBean<?> maker, String name, BeanFactory factory) {
		Class<?> type = maker.getObjectType();
		if (type == null || !TransactionManager.class.isAssignableFrom(type)) {
			return null;
		}
		try {
			// There is no other way to get a product that the factory has already made.
			return factory.getBean(name);
		}
		catch (BeansException ex) {
			// The product does not exist yet. When it is created, it is post-processed.
			return null;
		}
	}

	private void install(TransactionManager bean, String beanName) {
		if (!(bean instanceof ConfigurableTransactionManager manager)) {
			if (this.warned.add(beanName)) {
				logger.warn("Transaction manager '{}' does not support listeners: its transactions commit even if "
						+ "their lock was lost. Make it a ConfigurableTransactionManager, or call ensureHeld() of the "
						+ "lock at the end of each transaction.", beanName);
			}
			return;
		}
		TransactionExecutionListener own = (bean instanceof PlatformTransactionManager) ? this.guard
				: this.reactiveGuard;
		if (manager.getTransactionExecutionListeners().stream().anyMatch(own.getClass()::isInstance)) {
			return;
		}
		manager.addListener(own);
		if (bean instanceof AbstractPlatformTransactionManager spring
				&& spring.getTransactionSynchronization() == AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER) {
			logger.warn("Transaction manager '{}' has no synchronization: a lock that is acquired inside one of its "
					+ "transactions is released before the commit. Remove setTransactionSynchronization, or acquire "
					+ "locks only outside of its transactions.", beanName);
		}
	}

}
