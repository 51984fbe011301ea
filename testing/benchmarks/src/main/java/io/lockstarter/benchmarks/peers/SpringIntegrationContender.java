package io.lockstarter.benchmarks.peers;

import java.util.concurrent.locks.Lock;

import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** The lock registry of Spring Integration, with its two kinds of lock. */
final class SpringIntegrationContender implements Contender {

	private final BootRedis redis;

	private final RedisLockRegistry registry;

	private final ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();

	private SpringIntegrationContender(ContenderSettings settings, RedisLockType type) {
		this.redis = new BootRedis(settings);
		this.registry = new RedisLockRegistry(this.redis.connectionFactory(), "benchmark", ContenderSettings.LEASE);
		this.registry.setRedisLockType(type);
		if (settings.renewing()) {
			this.scheduler.setThreadNamePrefix("renewal-");
			this.scheduler.initialize();
			this.registry.setRenewalTaskScheduler(this.scheduler);
		}
	}

	static Contender spinning(ContenderSettings settings) {
		return new SpringIntegrationContender(settings, RedisLockType.SPIN_LOCK);
	}

	static Contender subscribed(ContenderSettings settings) {
		return new SpringIntegrationContender(settings, RedisLockType.PUB_SUB_LOCK);
	}

	@Override
	public HeldLock lock(String key) {
		Lock lock = this.registry.obtain(key);
		lock.lock();
		return lock::unlock;
	}

	@Override
	public void close() {
		this.registry.destroy();
		this.scheduler.shutdown();
		this.redis.close();
	}

}
