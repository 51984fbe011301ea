package io.lockstarter.test;

import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.LockAutoConfiguration;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.store.LockStore;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Keeps the locks of a test in memory if the test configures no Redis. */
@AutoConfiguration(before = LockAutoConfiguration.class,
		afterName = { "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
				"org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration" })
@Conditional({ OnTestContext.class, OnMemoryInTest.class })
@ConditionalOnProperty(name = "distributed-lock.enabled", matchIfMissing = true)
@ConditionalOnMissingBean({ LockService.class, LockStore.class, LockThreads.class })
public final class LockTestStoreAutoConfiguration {

	@Bean
	TestLockServer distributedLockTestServer() {
		return new TestLockServer();
	}

	@Bean
	InMemoryTestStore distributedLockTestStore(TestLockServer server) {
		return server.store();
	}

	@Bean
	LockThreads distributedLockTestThreads(TestLockServer server) {
		return server.newThreads();
	}

}
