package io.lockstarter.autoconfigure;

import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** Creates the store that keeps locks in the memory of this JVM, for tests. */
@Configuration(proxyBeanMethods = false)
@Conditional(OnStore.Memory.class)
final class MemoryLockConfiguration {

	@Bean
	@ConditionalOnMissingBean(LockStore.class)
	InMemoryLockStore distributedLockStore() {
		return new InMemoryLockStore();
	}

}
