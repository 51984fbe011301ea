package io.lockstarter.autoconfigure;

import io.lockstarter.observability.metrics.LockInstanceMeters;
import io.lockstarter.observability.metrics.LockMetrics;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Registers the meters of the locks, if the application has a registry. */
@AutoConfiguration(after = LockAutoConfiguration.class,
		afterName = {
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
				"org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ MeterRegistry.class, LockInstance.class })
@Conditional(OnLocksEnabled.class)
public final class LockMetricsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LockMetrics distributedLockMetrics(MeterRegistry registry) {
		return new LockMetrics(registry);
	}

	@Bean
	@ConditionalOnMissingBean
	LockInstanceMeters distributedLockInstanceMeters(LockInstance instance) {
		return new LockInstanceMeters(instance.engine());
	}

}
