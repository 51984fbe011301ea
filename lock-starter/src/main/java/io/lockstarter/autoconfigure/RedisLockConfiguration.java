package io.lockstarter.autoconfigure;

import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.redis.check.ServerChecks;
import io.lockstarter.store.LockStore;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Locks in Redis, on a connection factory of the application. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(RedisConnectionFactory.class)
@ConditionalOnProperty(prefix = LockProperties.PREFIX, name = "store", havingValue = "redis", matchIfMissing = true)
final class RedisLockConfiguration {

	@Bean
	@ConditionalOnMissingBean(LockStore.class)
	RedisLockStore distributedLockStore(LockProperties properties, ListableBeanFactory beans) {
		RedisConnectionFactory factory = new ConnectionFactoryChoice(beans).choose(properties.connectionFactory());
		CommandTimeoutCheck.warnIfTooLong(factory, properties.ttl());
		return new RedisLockStore(factory, properties.keyPrefix());
	}

	@Bean
	@ConditionalOnBean(RedisLockStore.class)
	ServerCheckLifecycle distributedLockServerCheck(RedisLockStore store, LockProperties properties,
			ListableBeanFactory beans) {
		RedisConnectionFactory factory = new ConnectionFactoryChoice(beans).choose(properties.connectionFactory());
		return new ServerCheckLifecycle(new ServerChecks(factory, store), properties.startupCheck());
	}

}
