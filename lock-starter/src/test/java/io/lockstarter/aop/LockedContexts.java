package io.lockstarter.aop;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.DistributedLockAnnotationAutoConfiguration;
import io.lockstarter.autoconfigure.LockAutoConfiguration;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Creates applications with annotated beans, and with locks in memory. */
public final class LockedContexts {

	private LockedContexts() {
	}

	public static ApplicationContextRunner with(Class<?>... beans) {
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

	/** Acquires a lock that belongs to no thread, so that every call finds it busy. */
	public static LockHandle holdElsewhere(BeanFactory beans, String key) {
		return beans.getBean(LockService.class).acquireAsync(LockRequest.of(key)).join();
	}

	public static boolean isLocked(BeanFactory beans, String key) {
		return beans.getBean(LockService.class).inspect(key).isPresent();
	}

	/** Takes a lock away from its holder. */
	public static void lose(BeanFactory beans, LockHandle handle) {
		if (!beans.getBean(LockService.class).release(handle.key(), handle.token())) {
			throw new AssertionError("not held: " + handle);
		}
	}

}
