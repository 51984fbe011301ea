package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.lockstarter.LockService;
import io.lockstarter.annotation.HoldKeeper;
import io.lockstarter.annotation.WovenClasses;
import io.lockstarter.annotation.check.LockDefinitionChecker;
import io.lockstarter.annotation.check.LockProxyObserver;
import io.lockstarter.annotation.definition.DurationSyntax;
import io.lockstarter.annotation.invocation.DistributedLockAdvisor;
import io.lockstarter.annotation.invocation.LockInterceptor;
import io.lockstarter.annotation.invocation.ValidationFirst;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.LockThreads;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/**
 * Makes {@code @DistributedLock} work on beans. The lock service is looked up only for
 * the first lock. The proxy creator exists before most beans, so an earlier lookup would
 * create them too early.
 */
@AutoConfiguration(after = LockAutoConfiguration.class)
@Conditional(OnLocksEnabled.class)
@Import(LockProxyRegistrar.class)
public final class DistributedLockAnnotationAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LockInterceptor distributedLockInterceptor(Environment environment, ObjectProvider<LockService> service,
			ObjectProvider<LockProperties> properties, ObjectProvider<HoldKeeper> keepers,
			ObjectProvider<LockThreads> threads) {
		SingletonSupplier<Executor> results = SingletonSupplier.of(() -> threads.getObject().results());
		LockInterceptor interceptor = new LockInterceptor(environment::resolveRequiredPlaceholders,
				SingletonSupplier.of(service::getObject), SingletonSupplier.of(waitTime(properties)),
				SingletonSupplier.of(() -> keepers.getIfAvailable(() -> HoldKeeper.NONE)),
				(task) -> results.obtain().execute(task));
		WovenClasses.use(interceptor.forWovenClasses());
		return interceptor;
	}

	// An application with its own lock service has no LockProperties.
	private static Supplier<Duration> waitTime(ObjectProvider<LockProperties> properties) {
		return () -> {
			LockProperties configured = properties.getIfAvailable();
			return (configured != null) ? DurationSyntax.WAIT_TIME.parse(configured.waitTime())
					: LockSettings.DEFAULT.waitTime();
		};
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DistributedLockAdvisor distributedLockAdvisor(LockInterceptor distributedLockInterceptor,
			ConfigurableListableBeanFactory beans) {
		return new DistributedLockAdvisor(distributedLockInterceptor, beans);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LockDefinitionChecker distributedLockDefinitionChecker(LockInterceptor distributedLockInterceptor,
			ConfigurableListableBeanFactory beans) {
		return new LockDefinitionChecker(distributedLockInterceptor, beans);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LockProxyObserver distributedLockProxyObserver() {
		return new LockProxyObserver();
	}

	/** Makes method validation run before the lock. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = "jakarta.validation.Validator")
	static class WithValidation {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static ValidationFirst distributedLockValidationFirst() {
			return new ValidationFirst();
		}

	}

}
