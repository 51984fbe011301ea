package io.lockstarter.transaction;

import java.util.List;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.aop.HoldKeeper;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.autoconfigure.LockTransactionAutoConfiguration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.PriorityOrdered;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Verifies which transaction managers receive the commit guard. */
@ExtendWith(OutputCaptureExtension.class)
class TransactionManagersTests {

	@Test
	void everyManagerIsGuardedOnceEvenIfCreatedLate(CapturedOutput output) {
		TransactionContexts.with(Locked.class, LateManager.class)
			.withConfiguration(AutoConfigurations.of(TransactionAutoConfiguration.class,
					TransactionManagerCustomizationAutoConfiguration.class))
			.run((context) -> {
				App app = new App(context);
				assertThat(context.getBeansOfType(ConfigurableTransactionManager.class)).hasSize(2)
					.allSatisfy((name, manager) -> assertThat(manager.getTransactionExecutionListeners())
						.hasOnlyElementsOfType(CommitGuard.class)
						.hasSize(1));
				TransactionTemplate late = new TransactionTemplate(
						context.getBean("late", PlatformTransactionManager.class));
				assertThatExceptionOfType(LockLostException.class)
					.isThrownBy(() -> app.locked.run(() -> late.executeWithoutResult((status) -> {
						app.database.write(1);
						app.lose("a");
					})));
				assertThat(app.database.committed()).isZero();
			});
		assertThat(output).doesNotContain("does not support listeners");
	}

	@Test
	void managerWithoutListenersLogsAWarning(CapturedOutput output) {
		TransactionContexts.with(Locked.class)
			.withBean("withoutListeners", PlatformTransactionManager.class, ManagerWithoutListeners::new)
			.run((context) -> assertThat(output)
				.contains("Transaction manager 'withoutListeners' does not support listeners")
				.contains("call ensureHeld() of the lock"));
	}

	@Test
	void managerCreatedForAPostProcessorIsGuarded() {
		TransactionContexts.with(Locked.class, EagerConfiguration.class).run((context) -> {
			assertThat(context.getBean(ConfigurableTransactionManager.class).getTransactionExecutionListeners())
				.hasOnlyElementsOfType(CommitGuard.class)
				.hasSize(1);
			App app = new App(context);
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> app.locked
				.run(() -> TransactionContexts.transaction(context).executeWithoutResult((status) -> {
					app.database.write(1);
					app.lose("a");
				})));
			assertThat(app.database.committed()).isZero();
		});
	}

	@Test
	void managerCreatedEarlyByAFactoryIsGuarded() {
		TransactionContexts.with(Locked.class, EagerFactory.class)
			.run((context) -> assertThat(context.getBean("ofFactory", ConfigurableTransactionManager.class)
				.getTransactionExecutionListeners()).hasOnlyElementsOfType(CommitGuard.class).hasSize(1));
	}

	@Test
	void managersOfParentAndChildContextsAreGuarded() {
		Database database = new Database();
		try (AnnotationConfigApplicationContext parent = new AnnotationConfigApplicationContext();
				AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			parent.registerBean("above", JdbcTransactionManager.class,
					() -> new JdbcTransactionManager(database.dataSource()));
			child.registerBean("below", JdbcTransactionManager.class,
					() -> new JdbcTransactionManager(database.dataSource()));
			parent.refresh();
			TransactionContexts.with(Locked.class).withParent(parent).run((context) -> {
				child.setParent(context);
				child.refresh();
				for (String name : List.of("above", "below")) {
					assertThat(child.getBean(name, JdbcTransactionManager.class).getTransactionExecutionListeners())
						.as(name)
						.hasOnlyElementsOfType(CommitGuard.class)
						.hasSize(1);
				}
				App app = new App(context);
				assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> app.locked
					.run(() -> new TransactionTemplate(parent.getBean(PlatformTransactionManager.class))
						.executeWithoutResult((status) -> app.lose("a"))));
			});
		}
	}

	@Test
	void managerWithoutSynchronizationLogsAWarning(CapturedOutput output) {
		TransactionContexts.with(Locked.class, WithoutSynchronization.class)
			.run((context) -> assertThat(output)
				.contains("Transaction manager 'unsynchronized' has no synchronization"));
	}

	@Test
	void configurationIsFoundBySpringBoot() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, null))
			.contains(LockTransactionAutoConfiguration.class.getName());
	}

	@Test
	void noBeanIsCreatedWhenLocksAreDisabled() {
		TransactionContexts.with()
			.withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(HoldKeeper.class)
				.doesNotHaveBean(CommitGuardInstaller.class)
				.doesNotHaveBean(TransactionOrderCheck.class));
	}

	@Test
	void locksWorkWithoutSpringsTransactions() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class,
					DistributedLockAnnotationAutoConfiguration.class, LockTransactionAutoConfiguration.class))
			.withPropertyValues("distributed-lock.store=memory", "spring.aop.proxy-target-class=false")
			.withUserConfiguration(Job.class)
			.withClassLoader(new FilteredClassLoader("org.springframework.transaction"))
			.run((context) -> {
				assertThat(context).hasNotFailed().doesNotHaveBean(HoldKeeper.class);
				context.getBean(Runnable.class).run();
			});
	}

	static class Job implements Runnable {

		@Override
		@DistributedLock(key = "a")
		public void run() {
			assertThat(LockHandle.current().isHeld()).isTrue();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LateManager {

		@Bean(defaultCandidate = false)
		@Lazy
		JdbcTransactionManager late(Database database) {
			return new JdbcTransactionManager(database.dataSource());
		}

	}

	/** Requests the transaction manager before other post-processors exist. */
	@Configuration(proxyBeanMethods = false)
	static class EagerConfiguration {

		@Bean
		static EagerPostProcessor eagerPostProcessor(PlatformTransactionManager manager) {
			return new EagerPostProcessor();
		}

	}

	/** Requests the product of a factory before other post-processors exist. */
	@Configuration(proxyBeanMethods = false)
	static class EagerFactory {

		@Bean(defaultCandidate = false)
		static ManagerFactory ofFactory() {
			return new ManagerFactory();
		}

		@Bean
		static EagerPostProcessor eagerPostProcessor(@Qualifier("ofFactory") PlatformTransactionManager manager) {
			return new EagerPostProcessor();
		}

	}

	static class ManagerFactory implements FactoryBean<PlatformTransactionManager> {

		@Override
		public PlatformTransactionManager getObject() {
			return new JdbcTransactionManager(new Database().dataSource());
		}

		@Override
		public Class<?> getObjectType() {
			return PlatformTransactionManager.class;
		}

	}

	static class EagerPostProcessor implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return 0;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class WithoutSynchronization {

		@Bean(defaultCandidate = false)
		JdbcTransactionManager unsynchronized(Database database) {
			JdbcTransactionManager manager = new JdbcTransactionManager(database.dataSource());
			manager.setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
			return manager;
		}

	}

	static class ManagerWithoutListeners implements PlatformTransactionManager {

		@Override
		public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
			return new SimpleTransactionStatus();
		}

		@Override
		public void commit(TransactionStatus status) {
		}

		@Override
		public void rollback(TransactionStatus status) {
		}

	}

}
