package io.lockstarter.transaction;

import io.lockstarter.annotation.DistributedLockAdvisor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;

/**
 * Sees whether {@code @Transactional} was put outside of the locks. It warns only: the
 * hold is then kept until the transaction has completed, so nothing is lost but database
 * connections, on which calls sit while they wait for a lock.
 */
public final class TransactionOrderCheck implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(TransactionOrderCheck.class);

	private final ListableBeanFactory beans;

	/**
	 * Makes one.
	 * @param beans the beans, with the advisor of {@code @Transactional} among them
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
						+ "takes a database connection before it waits for its lock, and what its transaction has read "
						+ "may be older than the lock. Leave the order out, or choose one above {}.",
				order, DistributedLockAdvisor.ORDER);
	}

}
