package io.lockstarter.transaction;

import javax.sql.DataSource;

import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.autoconfigure.LockTransactionAutoConfiguration;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Creates applications with locks, a database and their own transaction configuration.
 */
final class TransactionContexts {

	private TransactionContexts() {
	}

	/**
	 * Returns a context without a store and without {@code @EnableTransactionManagement}.
	 */
	static ApplicationContextRunner on(Database database) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class,
					DistributedLockAnnotationAutoConfiguration.class, LockTransactionAutoConfiguration.class))
			.withBean(Database.class, () -> database)
			.withUserConfiguration(Transactions.class)
			.withPropertyValues("distributed-lock.shutdown-timeout=0");
	}

	static ApplicationContextRunner with(Class<?>... beans) {
		return on(new Database()).withPropertyValues("distributed-lock.store=memory")
			.withUserConfiguration(Enabled.class)
			.withUserConfiguration(beans);
	}

	static TransactionTemplate transaction(BeanFactory beans) {
		return new TransactionTemplate(beans.getBean(PlatformTransactionManager.class));
	}

	static TransactionTemplate newTransaction(BeanFactory beans) {
		TransactionTemplate template = transaction(beans);
		template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		return template;
	}

	@Configuration(proxyBeanMethods = false)
	static class Transactions {

		@Bean
		DataSource dataSource(Database database) {
			return database.dataSource();
		}

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class Enabled {

	}

}
