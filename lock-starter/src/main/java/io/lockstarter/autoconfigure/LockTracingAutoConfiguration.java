package io.lockstarter.autoconfigure;

import io.lockstarter.observability.tracing.LockObservations;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Observes calls and holds, if the application has a registry of observations. */
@AutoConfiguration(after = LockAutoConfiguration.class,
		afterName = { "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
				"org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration" })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({ ObservationRegistry.class, LockInstance.class })
@Conditional(OnLocksEnabled.class)
public final class LockTracingAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LockObservations distributedLockObservations(ObservationRegistry registry) {
		return new LockObservations(registry);
	}

}
