package io.lockstarter.autoconfigure;

import java.util.List;

import io.lockstarter.aop.definition.Problem;
import io.lockstarter.autoconfigure.failure.InvalidLockConfigurationException;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.redis.ReplicaAcks;
import io.lockstarter.redis.check.ServerChecks;
import io.lockstarter.store.LockStore;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Creates the store in Redis, on a connection factory of the application. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(RedisConnectionFactory.class)
@Conditional(OnStore.Redis.class)
final class RedisLockConfiguration {

	private static final String SERVER_CHECK = "distributedLockServerCheck";

	@Bean
	@ConditionalOnMissingBean(LockStore.class)
	RedisLockStore distributedLockStore(LockProperties properties, ListableBeanFactory beans, Environment environment) {
		if (!properties.redlock().nodes().isEmpty()) {
			// A single Redis would be less safe than the requested Redlock.
			throw InvalidLockConfigurationException
				.ofProperties(List.of(Problem.ofValue("distributed-lock.redlock.nodes",
						properties.redlock().nodes().size() + " nodes", "need Lettuce, which is not on the class path",
						"Add the dependency io.lettuce:lettuce-core, or remove the nodes to use spring.data.redis.*")));
		}
		ConnectionFactoryChoice choice = new ConnectionFactoryChoice(beans, environment);
		RedisConnectionFactory factory = choice.choose(properties.connectionFactory());
		CommandTimeoutCheck.warnIfTooLong(factory, choice.userDefinedBean(factory), properties.ttl());
		JedisPoolCheck.check(factory);
		return new RedisLockStore(factory, properties.keyPrefix(), acks(properties.replicas(), factory));
	}

	private static ReplicaAcks acks(LockProperties.Replicas replicas, RedisConnectionFactory factory) {
		if (replicas.minAcks() == 0) {
			return ReplicaAcks.NONE;
		}
		if (!RedisLockStore.canAskReplicas(factory)) {
			throw InvalidLockConfigurationException.ofProperties(
					List.of(Problem.ofValue("distributed-lock.replicas.min-acks", Integer.toString(replicas.minAcks()),
							"needs Lettuce, but the connection factory is a " + factory.getClass().getSimpleName(),
							"Use Lettuce (spring.data.redis.client-type=lettuce), or set it to 0")));
		}
		return new ReplicaAcks(replicas.minAcks(), replicas.timeout(),
				replicas.onMissing() == LockProperties.OnMissing.FAIL);
	}

	@Bean(SERVER_CHECK)
	@ConditionalOnBean(RedisLockStore.class)
	ServerCheckLifecycle distributedLockServerCheck(RedisLockStore store, LockInstance instance,
			LockProperties properties, ConfigurableListableBeanFactory beans, Environment environment) {
		ConnectionFactoryChoice choice = new ConnectionFactoryChoice(beans, environment);
		RedisConnectionFactory factory = choice.choose(properties.connectionFactory());
		return new ServerCheckLifecycle(
				new ServerChecks(factory, store, properties.keyPrefix(), choice.advice(factory)),
				mode(properties.startupCheck(), beans), instance.engine()::subscribe);
	}

	/**
	 * Returns the mode of the check. Spring starts it even if beans are created lazily,
	 * and then nothing should connect before the first use. A check that may stop the
	 * application runs nevertheless.
	 */
	private static LockProperties.StartupCheck mode(LockProperties.StartupCheck wanted,
			ConfigurableListableBeanFactory beans) {
		boolean lazy = beans.containsBeanDefinition(SERVER_CHECK) && beans.getBeanDefinition(SERVER_CHECK).isLazyInit();
		return (lazy && wanted == LockProperties.StartupCheck.WARN) ? LockProperties.StartupCheck.OFF : wanted;
	}

}
