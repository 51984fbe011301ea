package io.lockstarter.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.LockAdmin;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequestCustomizer;
import io.lockstarter.LockService;
import io.lockstarter.autoconfigure.failure.PropertyNames;
import io.lockstarter.engine.LockEngine;
import io.lockstarter.engine.LockObserver;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.LockThreads;
import io.lockstarter.engine.Watchdog;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * Creates the {@link LockService} of an application that does not define one. Bean names
 * start with {@code distributedLock}, since an application may already have a different
 * bean named {@code lockService}.
 */
@AutoConfiguration(afterName = { "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
		"org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration" })
@Conditional(OnLocksEnabled.class)
@ConditionalOnMissingBean(LockService.class)
@EnableConfigurationProperties(LockProperties.class)
@Import({ RedlockConfiguration.class, RedisLockConfiguration.class, MemoryLockConfiguration.class,
		DiagnosisConfiguration.class })
public final class LockAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static PropertyNames distributedLockPropertyNames(Environment environment) {
		return new PropertyNames(environment);
	}

	@Bean
	@ConditionalOnMissingBean
	LockThreads distributedLockThreads(LockProperties properties) {
		return new LockThreads(MonotonicClock.system(), properties.watchdog().threads());
	}

	// The properties come first: an invalid one is reported before a missing store.
	@Bean
	LockInstance distributedLockInstance(LockProperties properties, ObjectProvider<LockStore> stores,
			ObjectProvider<LockObserver> observers, ObjectProvider<LockRequestCustomizer> customizers,
			LockThreads threads, Environment environment) {
		LockStore store = stores.getIfAvailable();
		if (store == null) {
			throw MissingStore.noSpringDataRedis();
		}
		ConfiguredObservers all = new ConfiguredObservers(properties, observers.orderedStream().toList(), threads);
		LockSettings settings = SettingsMapper.of(properties, environment)
			.withCustomizers(customizers(properties, customizers));
		LockEngine engine = new LockEngine(store,
				settings.withInstanceName(HostName.instance(settings.instanceName()).encode()), null, all.list(),
				threads);
		all.watch(engine);
		return new LockInstance(engine);
	}

	private static List<LockRequestCustomizer> customizers(LockProperties properties,
			ObjectProvider<LockRequestCustomizer> customizers) {
		List<LockRequestCustomizer> all = new ArrayList<>(customizers.orderedStream().toList());
		if (!properties.locks().isEmpty()) {
			all.add(new NamedLocks(properties.locks()));
		}
		return all;
	}

	// The lifecycle is a parameter, so that it exists whenever the lock service exists:
	// it releases the locks at the end.
	@Bean
	LockService distributedLockService(LockInstance instance, LockLifecycle lifecycle) {
		return instance.engine();
	}

	@Bean
	@ConditionalOnMissingBean
	LockAdmin distributedLockAdmin(LockInstance instance) {
		return instance.engine().admin();
	}

	@Bean
	Watchdog distributedLockWatchdog(LockInstance instance) {
		return instance.engine().watchdog();
	}

	// It looks the listeners up, and not the lock service, which they may need.
	@Bean
	LockLifecycle distributedLockLifecycle(LockInstance instance, LockStore store, LockProperties properties,
			ObjectProvider<LockListener> listeners) {
		return new LockLifecycle(instance.engine(), properties, store.getClass().getSimpleName(), listeners);
	}

}
