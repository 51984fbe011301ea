package io.lockstarter.autoconfigure;

import java.lang.reflect.Method;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

import io.lockstarter.aop.call.LockInterceptor;
import io.lockstarter.observability.actuator.ForcedReleaseEndpoint;
import io.lockstarter.observability.actuator.KeyMask;
import io.lockstarter.observability.actuator.LockHealth;
import io.lockstarter.observability.actuator.LockHealthIndicator;
import io.lockstarter.observability.actuator.LockInfoContributor;
import io.lockstarter.observability.actuator.LockMethods;
import io.lockstarter.observability.actuator.LocksEndpoint;
import io.lockstarter.observability.actuator.OldHealthIndicator;
import io.lockstarter.observability.diagnosis.RecentLosses;
import io.lockstarter.store.LockStore;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Shows the locks in the Actuator, if it is there. */
@AutoConfiguration(after = LockAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnBean(LockInstance.class)
@Conditional(OnLocksEnabled.class)
public final class LockActuatorAutoConfiguration {

	private static final String HEALTH = "org.springframework.boot.health.contributor.HealthIndicator";

	@Bean
	@ConditionalOnMissingBean
	LockHealth distributedLockHealth(LockInstance instance, RecentLosses losses, LockProperties properties) {
		LockProperties.Health health = properties.health();
		return new LockHealth(() -> instance.engine().watchdog().lag(),
				(health.maxLag() != null) ? health.maxLag() : properties.ttl().dividedBy(3), losses,
				health.maxLosses());
	}

	@Bean
	@ConditionalOnMissingBean(name = "distributedLockInfoContributor")
	@ConditionalOnProperty(name = "management.info.distributed-lock.enabled", matchIfMissing = true)
	InfoContributor distributedLockInfoContributor(LockInstance instance, LockStore store, ListableBeanFactory beans,
			LockProperties properties, Environment environment) {
		return new LockInfoContributor(instance.engine(), store.getClass().getSimpleName(),
				StoreTopology.of(store, beans, properties, environment));
	}

	/** Creates the endpoint, unless it is disabled or not exposed. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnAvailableEndpoint(endpoint = LocksEndpoint.class)
	static class WithEndpoint {

		@Bean
		@ConditionalOnMissingBean
		LockMethods distributedLockMethods(ObjectProvider<LockInterceptor> interceptors) {
			LockInterceptor interceptor = interceptors.getIfAvailable();
			Function<String, List<Method>> byName = (interceptor != null) ? interceptor::methodsOf
					: (name) -> List.of();
			return new LockMethods(byName);
		}

		@Bean
		@ConditionalOnMissingBean(LocksEndpoint.class)
		@ConditionalOnProperty(name = "distributed-lock.endpoint.forced-release", havingValue = "true")
		ForcedReleaseEndpoint distributedLockForcedReleaseEndpoint(LockInstance instance, LockMethods methods,
				LockProperties properties, ApplicationEventPublisher events) {
			return new ForcedReleaseEndpoint(instance.engine(), methods, new KeyMask(properties.endpoint().maskKeys()),
					InstantSource.system(), new ReleaseByOperator(instance.engine().admin()), events);
		}

		@Bean
		@ConditionalOnMissingBean(LocksEndpoint.class)
		LocksEndpoint distributedLockEndpoint(LockInstance instance, LockMethods methods, LockProperties properties) {
			return new LocksEndpoint(instance.engine(), methods, new KeyMask(properties.endpoint().maskKeys()),
					InstantSource.system());
		}

	}

	/** Creates the indicator of Spring Boot 4. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = HEALTH)
	@ConditionalOnProperty(name = "management.health.distributed-lock.enabled", matchIfMissing = true)
	static class WithHealth {

		@Bean
		@ConditionalOnMissingBean(name = "distributedLockHealthIndicator")
		LockHealthIndicator distributedLockHealthIndicator(LockHealth health) {
			return new LockHealthIndicator(health);
		}

	}

	/** Creates the indicator of Spring Boot 3. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = OldHealthIndicator.INTERFACE)
	@ConditionalOnMissingClass(HEALTH)
	@ConditionalOnProperty(name = "management.health.distributed-lock.enabled", matchIfMissing = true)
	static class WithOldHealth {

		@Bean
		@ConditionalOnMissingBean(name = "distributedLockHealthIndicator")
		static OldHealthIndicator distributedLockHealthIndicator(ObjectProvider<LockHealth> health) {
			return new OldHealthIndicator(health::getObject);
		}

	}

}
