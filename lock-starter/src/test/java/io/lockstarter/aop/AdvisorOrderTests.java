package io.lockstarter.aop;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockHandle;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

import static org.assertj.core.api.Assertions.assertThat;

/** The lock is inside of {@code @Async} and outside of {@code @Transactional}. */
class AdvisorOrderTests {

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void asyncMethodAcquiresItsLockOnTheExecutorThread(boolean proxyTargetClass) {
		LockedContexts.with(AsyncJobs.class, WithAsync.class)
			.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
			.run(AdvisorOrderTests::runsLockedElsewhere);
	}

	@Test
	void asyncMethodOfABeanWithAnotherAdvisorAcquiresItsLockOnTheExecutorThread() {
		LockedContexts.with(TransactionalAsyncJobs.class, WithAsync.class, WithTransactions.class)
			.run(AdvisorOrderTests::runsLockedElsewhere);
	}

	@Test
	void asyncMethodHoldsTheLockUntilItsFutureIsDone() {
		LockedContexts.with(AsyncJobs.class, WithAsync.class).run((context) -> {
			LockHandle elsewhere = LockedContexts.holdElsewhere(context, "async");
			Future<String> future = context.getBean(Jobs.class).future();
			CompletableFuture<String> stage = context.getBean(Jobs.class).stage();
			assertThat(future.isDone()).isFalse();
			elsewhere.release();
			assertThat(future.get(10, TimeUnit.SECONDS)).startsWith("async on jobs-");
			assertThat(stage.get(10, TimeUnit.SECONDS)).startsWith("async on jobs-");
			assertThat(LockedContexts.isLocked(context, "async")).isFalse();
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { LockFirst.class, TransactionFirst.class })
	void transactionEndsBeforeTheLockIsReleased(Class<? extends Runnable> bean) {
		LockedContexts.with(bean, WithTransactions.class).run((context) -> {
			context.getBean(bean).run();
			assertThat(context.getBean(Transactions.class).events).containsExactly("begin locked", "commit locked");
			assertThat(LockedContexts.isLocked(context, "transaction")).isFalse();
		});
	}

	private static void runsLockedElsewhere(BeanFactory beans) throws Exception {
		LockHandle elsewhere = LockedContexts.holdElsewhere(beans, "async");
		CompletableFuture<String> ran = new CompletableFuture<>();
		// If this thread acquired the lock, it would wait here.
		beans.getBean(Jobs.class).run(ran);
		assertThat(ran).isNotDone();
		elsewhere.release();
		assertThat(ran.get(10, TimeUnit.SECONDS)).startsWith("async on jobs-");
		Awaitility.await().until(() -> !LockedContexts.isLocked(beans, "async"));
	}

	interface Jobs {

		void run(CompletableFuture<String> ran);

		Future<String> future();

		CompletableFuture<String> stage();

	}

	static class AsyncJobs implements Jobs {

		@Override
		@Async
		@DistributedLock(key = "async", waitTime = "20s")
		public void run(CompletableFuture<String> ran) {
			ran.complete(where());
		}

		@Override
		@Async
		@DistributedLock(key = "async", waitTime = "20s")
		public Future<String> future() {
			return CompletableFuture.completedFuture(where());
		}

		@Override
		@Async
		@DistributedLock(key = "async", waitTime = "20s")
		public CompletableFuture<String> stage() {
			return CompletableFuture.completedFuture(where());
		}

		private static String where() {
			return LockHandle.current().key() + " on " + Thread.currentThread().getName();
		}

	}

	static class TransactionalAsyncJobs extends AsyncJobs {

		@Override
		@Transactional
		@Async
		@DistributedLock(key = "async", waitTime = "20s")
		public void run(CompletableFuture<String> ran) {
			super.run(ran);
		}

	}

	static class LockFirst implements Runnable {

		@Override
		@DistributedLock(key = "transaction")
		@Transactional
		public void run() {
		}

	}

	static class TransactionFirst implements Runnable {

		@Override
		@Transactional
		@DistributedLock(key = "transaction")
		public void run() {
		}

	}

	@Configuration
	@EnableAsync
	static class WithAsync {

		@Bean
		TaskExecutor taskExecutor() {
			return new SimpleAsyncTaskExecutor("jobs-");
		}

	}

	@Configuration
	@EnableTransactionManagement
	static class WithTransactions {

		@Bean
		Transactions transactionManager(BeanFactory beans) {
			return new Transactions(beans);
		}

	}

	static class Transactions extends AbstractPlatformTransactionManager {

		final List<String> events = new CopyOnWriteArrayList<>();

		private final transient BeanFactory beans;

		Transactions(BeanFactory beans) {
			this.beans = beans;
		}

		@Override
		protected Object doGetTransaction() {
			return new Object();
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			note("begin");
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			note("commit");
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			note("rollback");
		}

		private void note(String event) {
			this.events.add(event + (LockedContexts.isLocked(this.beans, "transaction") ? " locked" : ""));
		}

	}

}
