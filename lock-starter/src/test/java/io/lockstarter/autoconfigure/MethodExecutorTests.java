package io.lockstarter.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.lockstarter.DistributedLock;
import io.lockstarter.LockService;
import io.lockstarter.aop.LockedContexts;
import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks which executor runs methods that return a stage. */
class MethodExecutorTests {

	private final ApplicationContextRunner withoutExecutor = LockedContexts.with(Jobs.class);

	private final ApplicationContextRunner runner = this.withoutExecutor
		.withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class))
		.withPropertyValues("spring.task.execution.thread-name-prefix=boot-", "spring.task.execution.pool.core-size=1");

	@Test
	void executorOfSpringBootRunsMethods() {
		assertRunsOn(this.runner, "boot-");
	}

	@Test
	void threadsOfTheLockServiceRunMethodsIfThereIsNoExecutor() {
		assertRunsOn(this.withoutExecutor, "lock-result-");
	}

	@Test
	void namedExecutorRunsMethods() {
		assertRunsOn(this.runner.withUserConfiguration(OwnExecutor.class)
			.withPropertyValues("distributed-lock.executor=own"), "own-");
	}

	@Test
	void emptyNameMeansTheDefault() {
		assertRunsOn(this.runner.withPropertyValues("distributed-lock.executor="), "boot-");
	}

	@Test
	void unknownNameStopsTheApplication() {
		this.runner.withPropertyValues("distributed-lock.executor=nowhere")
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidLockConfigurationException.class)
				.hasMessageContaining("'nowhere'")
				.hasMessageContaining("applicationTaskExecutor"));
	}

	@Test
	void unknownNameIsRefusedWithALockServiceOfTheApplication() {
		this.runner.withBean(LockService.class, () -> Mockito.mock(LockService.class))
			.withPropertyValues("distributed-lock.executor=nowhere")
			.run((context) -> assertThat(context).getFailure().hasMessageContaining("'nowhere'"));
	}

	@Test
	void asynchronousMethodNeedsNoSecondThread() {
		this.runner.withUserConfiguration(WithAsync.class)
			.run((context) -> assertThat(context.getBean(Jobs.class).async()).succeedsWithin(20, TimeUnit.SECONDS)
				.asString()
				.startsWith("boot-"));
	}

	private static void assertRunsOn(ApplicationContextRunner runner, String threads) {
		runner.run((context) -> assertThat(context.getBean(Jobs.class).thread()).succeedsWithin(20, TimeUnit.SECONDS)
			.asString()
			.startsWith(threads));
	}

	static class Jobs {

		@DistributedLock(key = "k")
		public CompletableFuture<String> thread() {
			return CompletableFuture.completedFuture(Thread.currentThread().getName());
		}

		@Async
		@DistributedLock(key = "k")
		public CompletableFuture<String> async() {
			return CompletableFuture.completedFuture(Thread.currentThread().getName());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class WithAsync {

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnExecutor {

		@Bean(defaultCandidate = false)
		Executor own() {
			return (task) -> new Thread(task, "own-1").start();
		}

	}

}
