package io.lockstarter.autoconfigure;

import java.util.stream.Stream;

import io.lockstarter.observability.metrics.LockInstanceMeters;
import io.lockstarter.observability.metrics.LockMetrics;
import io.lockstarter.observability.tracing.LockObservation;
import io.lockstarter.observability.tracing.LockObservation.LowCardinality;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;

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

	/**
	 * Refuses the meters that Micrometer makes of our observations, since those of
	 * {@link LockMetrics} have the same figures.
	 */
	@Bean
	@ConditionalOnMissingBean(name = "distributedLockObservationMeterFilter")
	static MeterFilter distributedLockObservationMeterFilter() {
		return MeterFilter.deny(LockMetricsAutoConfiguration::isOfObservation);
	}

	private static boolean isOfObservation(Meter.Id id) {
		return id.getTag(LowCardinality.NAME.asString()) != null && Stream.of(LockObservation.values())
			.anyMatch((each) -> (id.getName() + ".").startsWith(each.getName() + "."));
	}

	@Bean
	@ConditionalOnMissingBean
	LockInstanceMeters distributedLockInstanceMeters(LockInstance instance) {
		return new LockInstanceMeters(instance.engine());
	}

}
