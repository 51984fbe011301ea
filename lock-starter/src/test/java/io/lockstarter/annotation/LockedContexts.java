package io.lockstarter.annotation;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications with annotated beans, on locks in memory. */
final class LockedContexts {

	private LockedContexts() {
	}

	static ApplicationContextRunner with(Class<?>... beans) {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class,
					DistributedLockAnnotationAutoConfiguration.class))
			.withBean(Requests.class)
			.withPropertyValues("distributed-lock.store=memory", "distributed-lock.shutdown-timeout=0");
		for (Class<?> bean : beans) {
			runner = runner.withUserConfiguration(bean);
		}
		return runner;
	}

	/** Takes a lock that belongs to no thread, so that every call finds it busy. */
	static LockHandle holdElsewhere(BeanFactory beans, String key) {
		return beans.getBean(LockService.class).acquireAsync(LockRequest.of(key)).toCompletableFuture().join();
	}

	static boolean isTaken(BeanFactory beans, String key) {
		return beans.getBean(LockService.class).inspect(key).isPresent();
	}

	/** Takes a lock away from its holder, who is told. */
	static void lose(BeanFactory beans, LockHandle handle) {
		if (!beans.getBean(LockService.class).release(handle.key(), handle.token())) {
			throw new AssertionError("not held: " + handle);
		}
	}

}
