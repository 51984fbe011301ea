package io.lockstarter.autoconfigure;

import java.util.Set;
import java.util.concurrent.Executor;

import io.lockstarter.BusyHandler;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import io.lockstarter.aop.HoldKeeper;
import io.lockstarter.aop.WovenClasses;
import io.lockstarter.aop.call.DistributedLockAdvisor;
import io.lockstarter.aop.call.LockCollaborators;
import io.lockstarter.aop.call.LockInterceptor;
import io.lockstarter.aop.call.ValidationFirst;
import io.lockstarter.aop.check.LockDefinitionChecker;
import io.lockstarter.aop.check.LockProxyObserver;
import io.lockstarter.aop.definition.SupportedTypes;
import io.lockstarter.autoconfigure.failure.UnknownLockNames;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.reactive.SubscriptionKeeper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.util.function.SingletonSupplier;

/**
 * Makes {@code @DistributedLock} work on beans. The lock service is looked up only for
 * the first lock. The proxy creator exists before most beans, so an earlier lookup would
 * create them too early. Each context of a hierarchy has its own beans, since
 * post-processors serve one context.
 */
@AutoConfiguration(after = LockAutoConfiguration.class)
@Conditional(OnLocksEnabled.class)
@Import(LockProxyRegistrar.class)
public final class DistributedLockAnnotationAutoConfiguration {

	private static final BusyHandler THROW = (method, arguments, refusal) -> {
		throw refusal;
	};

	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LockInterceptor distributedLockInterceptor(Environment environment, ObjectProvider<LockService> service,
			ObjectProvider<HoldKeeper> keepers, ObjectProvider<SubscriptionKeeper> subscriptionKeepers,
			ObjectProvider<BusyHandler> busyHandlers, ObjectProvider<LockThreads> threads) {
		// A lock service of the application may have no threads of ours.
		SingletonSupplier<Executor> results = SingletonSupplier.of(() -> threads.stream()
			.findFirst()
			.map(LockThreads::results)
			.orElse(new SimpleAsyncTaskExecutor("lock-result-")));
		LockCollaborators collaborators = new LockCollaborators(SingletonSupplier.of(service::getObject),
				SingletonSupplier.of(() -> keepers.getIfAvailable(() -> HoldKeeper.NONE)),
				SingletonSupplier.of(() -> subscriptionKeepers.getIfAvailable(() -> SubscriptionKeeper.NONE)),
				SingletonSupplier.of(() -> busyHandlers.getIfAvailable(() -> THROW)),
				(task) -> results.obtain().execute(task));
		LockInterceptor interceptor = new LockInterceptor(environment::resolveRequiredPlaceholders, types(environment),
				collaborators);
		WovenClasses.use(interceptor.forWovenClasses());
		return interceptor;
	}

	private static SupportedTypes types(Environment environment) {
		return RedlockNodes.areConfigured(environment)
				? new SupportedTypes(Set.of(LockType.EXCLUSIVE), "Redlock has only locks of type EXCLUSIVE",
						"remove the type, or use one Redis server: remove distributed-lock.redlock.nodes")
				: SupportedTypes.ALL;
	}

	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DistributedLockAdvisor distributedLockAdvisor(LockInterceptor distributedLockInterceptor,
			ConfigurableListableBeanFactory beans) {
		return new DistributedLockAdvisor(distributedLockInterceptor, beans);
	}

	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LockDefinitionChecker distributedLockDefinitionChecker(LockInterceptor distributedLockInterceptor,
			ConfigurableListableBeanFactory beans) {
		return new LockDefinitionChecker(distributedLockInterceptor, beans);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnBean(LockProperties.class)
	static UnknownLockNames distributedLockUnknownNames(LockProperties properties,
			LockInterceptor distributedLockInterceptor) {
		return new UnknownLockNames(properties, distributedLockInterceptor);
	}

	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static LockProxyObserver distributedLockProxyObserver() {
		return new LockProxyObserver();
	}

	/** Makes method validation run before the lock. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = "jakarta.validation.Validator")
	static class WithValidation {

		@Bean
		@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static ValidationFirst distributedLockValidationFirst() {
			return new ValidationFirst();
		}

	}

}
