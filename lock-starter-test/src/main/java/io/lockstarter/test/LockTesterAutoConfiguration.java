package io.lockstarter.test;

import io.lockstarter.LockAdmin;
import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;

/** Creates the {@link LockTester} of a test context that has locks. */
@AutoConfiguration(after = LockAutoConfiguration.class)
@Conditional(OnTestContext.class)
@ConditionalOnBean({ LockService.class, LockStore.class, LockAdmin.class })
public final class LockTesterAutoConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(LockTester.class);

	@Bean
	CallRecorder distributedLockCallRecorder() {
		return new CallRecorder();
	}

	@Bean
	@ConditionalOnMissingBean
	LockTester distributedLockTester(LockService service, LockAdmin admin, CallRecorder recorder, LockStore store,
			ObjectProvider<TestLockServer> servers, ConfigurableListableBeanFactory beans, Environment environment) {
		TestLockServer server = servers.getIfAvailable();
		logger.info("The locks of this test are in {}, since {}",
				(server != null) ? "memory" : store.getClass().getSimpleName(),
				StoreOfTest.of(beans, environment, server != null).reason());
		OtherInstance other = (server != null) ? new OtherInstance(server.memory(), server.newThreads())
				: new OtherInstance(store, new LockThreads(MonotonicClock.system()));
		return new LockTester(service, admin, recorder, other, server, () -> {
		});
	}

}
