package io.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.lockstarter.LockService;
import io.lockstarter.annotation.DistributedLockAdvisor;
import io.lockstarter.annotation.DistributedLockAspect;
import io.lockstarter.annotation.DurationSyntax;
import io.lockstarter.annotation.HoldKeeper;
import io.lockstarter.annotation.LockDefinitionChecker;
import io.lockstarter.annotation.LockInterceptor;
import io.lockstarter.annotation.LockProxyObserver;
import io.lockstarter.annotation.ValidationFirst;
import io.lockstarter.core.LockSettings;
import io.lockstarter.core.LockThreads;

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
 * Makes {@code @DistributedLock} work on beans. The lock service is not asked for before
 * the first lock is: what makes proxies exists before most beans, and must not draw them
 * in.
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
		SingletonSupplier<HoldKeeper> keeper = SingletonSupplier
			.of(() -> keepers.getIfAvailable(() -> HoldKeeper.NONE));
		SingletonSupplier<Executor> results = SingletonSupplier.of(() -> threads.getObject().results());
		LockInterceptor interceptor = new LockInterceptor(environment::resolveRequiredPlaceholders,
				SingletonSupplier.of(service::getObject), SingletonSupplier.of(waitTime(properties)),
				(hold) -> keeper.obtain().keep(hold), (task) -> results.obtain().execute(task));
		DistributedLockAspect.use(interceptor);
		return interceptor;
	}

	// A lock service of the application's own knows no properties of ours.
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

	/** Where arguments are validated. */
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
