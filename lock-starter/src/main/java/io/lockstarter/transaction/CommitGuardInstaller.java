package io.lockstarter.transaction;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;

/**
 * Gives every transaction manager the check of its locks, as soon as it is made: also
 * those that are the application's own, and those that are made late. Those that were
 * made too early to pass here get it once all singletons exist.
 */
public final class CommitGuardInstaller implements BeanPostProcessor, SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(CommitGuardInstaller.class);

	private final CommitGuard guard = new CommitGuard();

	private final Set<String> seen = ConcurrentHashMap.newKeySet();

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
		for (String name : this.beans.getSingletonNames()) {
			if (this.beans.getSingleton(name) instanceof PlatformTransactionManager manager
					&& !this.seen.contains(name)) {
				install(manager, name);
			}
		}
	}

	private void install(PlatformTransactionManager bean, String beanName) {
		this.seen.add(beanName);
		if (!(bean instanceof ConfigurableTransactionManager manager)) {
			logger.warn("Transaction manager '{}' takes no listeners: its transactions commit although their "
					+ "lock was lost. Make it a ConfigurableTransactionManager, or call "
					+ "LockScope.ensureHeld() at the end of each transaction.", beanName);
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
