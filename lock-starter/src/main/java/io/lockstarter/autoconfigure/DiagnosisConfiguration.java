package io.lockstarter.autoconfigure;

import io.lockstarter.LockEvent;
import io.lockstarter.LockListener;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.observability.diagnosis.RecentLosses;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the observers and listeners that need no optional library. */
@Configuration(proxyBeanMethods = false)
final class DiagnosisConfiguration {

	@Bean
	@ConditionalOnMissingBean
	RecentLosses distributedLockRecentLosses(LockProperties properties, LockThreads threads) {
		return new RecentLosses(properties.health().window(), threads.clock());
	}

	@Bean
	@ConditionalOnMissingBean(name = "distributedLockEventPublisher")
	@ConditionalOnProperty(name = "distributed-lock.events.publish", havingValue = "true")
	LockListener distributedLockEventPublisher(ApplicationEventPublisher publisher) {
		return new LockListener() {

			@Override
			public void on(LockEvent event) {
				publisher.publishEvent(event);
			}

		};
	}

}
