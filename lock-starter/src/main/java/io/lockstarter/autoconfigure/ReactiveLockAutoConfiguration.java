package io.lockstarter.autoconfigure;

import java.util.concurrent.Executor;

import io.lockstarter.LockService;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.reactive.DefaultReactiveLockService;
import io.lockstarter.reactive.ReactiveLockService;
import io.lockstarter.reactive.SubscriptionKeeper;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Creates the {@link ReactiveLockService}, if the application has Reactor. */
@AutoConfiguration(after = LockAutoConfiguration.class)
@ConditionalOnClass(Mono.class)
@ConditionalOnSingleCandidate(LockService.class)
@Conditional(OnLocksEnabled.class)
public final class ReactiveLockAutoConfiguration {

	// A lock service of the application may have no threads of ours.
	@Bean
	@ConditionalOnMissingBean
	ReactiveLockService distributedLockReactiveService(LockService service, ObjectProvider<LockThreads> threads,
			ObjectProvider<SubscriptionKeeper> keepers) {
		LockThreads ours = threads.getIfUnique();
		Executor results = (ours != null) ? ours.results() : Runnable::run;
		return new DefaultReactiveLockService(service, results, keepers.getIfAvailable(() -> SubscriptionKeeper.NONE));
	}

}
