package io.lockstarter.autoconfigure;

import io.lockstarter.aop.HoldKeeper;
import io.lockstarter.reactive.SubscriptionKeeper;
import io.lockstarter.transaction.CommitGuardInstaller;
import io.lockstarter.transaction.TransactionHoldKeeper;
import io.lockstarter.transaction.TransactionOrderCheck;
import io.lockstarter.transaction.TransactionSubscriptionKeeper;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.transaction.TransactionExecutionListener;

/** Connects the locks of an application with its transactions. */
@AutoConfiguration
@ConditionalOnClass(TransactionExecutionListener.class)
@Conditional(OnLocksEnabled.class)
public final class LockTransactionAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(HoldKeeper.class)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static TransactionHoldKeeper distributedLockHoldKeeper() {
		return new TransactionHoldKeeper();
	}

	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static CommitGuardInstaller distributedLockCommitGuardInstaller(ConfigurableListableBeanFactory beans) {
		return new CommitGuardInstaller(beans);
	}

	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static TransactionOrderCheck distributedLockTransactionOrderCheck(ListableBeanFactory beans) {
		return new TransactionOrderCheck(beans);
	}

	/** Connects the locks of subscriptions with reactive transactions. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = "reactor.core.publisher.Mono")
	static class WithReactor {

		@Bean
		@ConditionalOnMissingBean(SubscriptionKeeper.class)
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static TransactionSubscriptionKeeper distributedLockSubscriptionKeeper() {
			return new TransactionSubscriptionKeeper();
		}

	}

}
