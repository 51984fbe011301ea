package io.lockstarter.autoconfigure;

import java.util.concurrent.Executor;

import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import io.lockstarter.engine.LockThreads;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.util.function.SingletonSupplier;

/**
 * Runs annotated methods that return a stage. It uses the named executor of the
 * application, else the executor that Spring Boot configures, else threads of the lock
 * service. The executor is looked up for the first method, since it may be created late.
 * This class is not an {@link Executor}: a bean of that type would replace the one of
 * Spring Boot.
 */
final class MethodExecutor implements SmartInitializingSingleton {

	private static final String PROPERTY = LockProperties.PREFIX + ".executor";

	/** The bean name of Spring Boot. */
	private static final String APPLICATION = "applicationTaskExecutor";

	private final ListableBeanFactory beans;

	private final Environment environment;

	private final SingletonSupplier<Executor> chosen = SingletonSupplier.of(this::choose);

	MethodExecutor(ListableBeanFactory beans, Environment environment) {
		this.beans = beans;
		this.environment = environment;
	}

	/** Returns an executor that looks up the bean for its first task. */
	Executor lazily() {
		return (task) -> this.chosen.obtain().execute(task);
	}

	/** Refuses the name of an executor that does not exist. */
	@Override
	public void afterSingletonsInstantiated() {
		String name = name();
		if (name != null && !isExecutor(name)) {
			String[] names = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, Executor.class, true,
					false);
			throw new InvalidLockConfigurationException(
					PROPERTY + " is '" + name + "', but there is no java.util.concurrent.Executor with this name.",
					(names.length == 0) ? "Remove it, or define a bean with this name."
							: "Remove it, or set it to one of the existing names: " + String.join(", ", names) + ".");
		}
	}

	private Executor choose() {
		String name = name();
		if (name != null) {
			return this.beans.getBean(name, Executor.class);
		}
		if (isExecutor(APPLICATION)) {
			return this.beans.getBean(APPLICATION, Executor.class);
		}
		LockThreads threads = this.beans.getBeanProvider(LockThreads.class).getIfUnique();
		// A lock service of the application may have no threads of ours.
		return (threads != null) ? threads.results() : new SimpleAsyncTaskExecutor("lock-method-");
	}

	private @Nullable String name() {
		// An application with a lock service of its own has no bean of LockProperties.
		String name = this.environment.getProperty(PROPERTY);
		return (name == null || name.isBlank()) ? null : name;
	}

	private boolean isExecutor(String name) {
		return this.beans.containsBean(name) && this.beans.isTypeMatch(name, Executor.class);
	}

}
