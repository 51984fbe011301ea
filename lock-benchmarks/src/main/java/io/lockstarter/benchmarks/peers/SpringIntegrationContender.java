package io.lockstarter.benchmarks.peers;

import java.util.concurrent.locks.Lock;

import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Spring Integration's lock registry, in its two ways to wait. */
final class SpringIntegrationContender implements Contender {

	private final BootRedis redis;

	private final RedisLockRegistry registry;

	private final ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();

	private SpringIntegrationContender(Connecting connecting, RedisLockType type) {
		this.redis = new BootRedis(connecting);
		this.registry = new RedisLockRegistry(this.redis.connectionFactory(), "benchmark", Connecting.LEASE);
		this.registry.setRedisLockType(type);
		if (connecting.renewing()) {
			this.scheduler.setThreadNamePrefix("renewal-");
			this.scheduler.initialize();
			this.registry.setRenewalTaskScheduler(this.scheduler);
		}
	}

	static Contender spinning(Connecting connecting) {
		return new SpringIntegrationContender(connecting, RedisLockType.SPIN_LOCK);
	}

	static Contender subscribed(Connecting connecting) {
		return new SpringIntegrationContender(connecting, RedisLockType.PUB_SUB_LOCK);
	}

	@Override
	public Held lock(String key) {
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
