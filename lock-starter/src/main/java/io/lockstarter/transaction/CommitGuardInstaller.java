package io.lockstarter.transaction;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Gives every transaction manager the check of its locks, as soon as it is made: also
 * those that are the application's own, and those that are made late.
 */
public final class CommitGuardInstaller implements BeanPostProcessor {

	private static final Logger logger = LoggerFactory.getLogger(CommitGuardInstaller.class);

	private final CommitGuard guard = new CommitGuard();

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof PlatformTransactionManager) {
			if (bean instanceof ConfigurableTransactionManager manager) {
				manager.addListener(this.guard);
			}
			else {
				logger.warn("Transaction manager '{}' takes no listeners: its transactions commit although their "
						+ "lock was lost. Make it a ConfigurableTransactionManager, or call "
						+ "LockScope.ensureHeld() at the end of each transaction.", beanName);
			}
		}
		return bean;
	}

}
