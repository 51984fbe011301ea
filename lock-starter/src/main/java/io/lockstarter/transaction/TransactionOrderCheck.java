package io.lockstarter.transaction;

import io.lockstarter.aop.call.DistributedLockAdvisor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;

/**
 * Detects that {@code @Transactional} is outside of the locks. It only warns, since the
 * hold is then kept until the transaction has completed. The cost is database
 * connections: each call occupies one while it waits for a lock.
 */
public final class TransactionOrderCheck implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(TransactionOrderCheck.class);

	private final ListableBeanFactory beans;

	/**
	 * Creates a check.
	 * @param beans the bean factory with the advisor of {@code @Transactional}
	 */
	public TransactionOrderCheck(ListableBeanFactory beans) {
		this.beans = beans;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.beans.getBeansOfType(BeanFactoryTransactionAttributeSourceAdvisor.class, false, false)
			.values()
			.stream()
			.mapToInt(BeanFactoryTransactionAttributeSourceAdvisor::getOrder)
			.filter((order) -> order <= DistributedLockAdvisor.ORDER)
			.forEach(TransactionOrderCheck::warn);
	}

	private static void warn(int order) {
		logger.warn(
				"@EnableTransactionManagement(order = {}) puts @Transactional outside of @DistributedLock: a call "
						+ "takes a database connection before it waits for its lock, and its transaction may see data "
						+ "that is older than the lock. Remove the order, or choose one above {}.",
				order, DistributedLockAdvisor.ORDER);
	}

}
