package io.lockstarter.benchmarks.peers;

import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson with its default configuration. The lease of its watchdog is 30 s. */
final class RedissonContender implements Contender {

	private final RedissonClient redisson;

	RedissonContender(ContenderSettings settings) {
		Config config = new Config();
		config.setLockWatchdogTimeout(ContenderSettings.LEASE.toMillis());
		config.useSingleServer().setAddress("redis://" + ContenderSettings.HOST + ":" + settings.port());
		this.redisson = Redisson.create(config);
	}

	@Override
	public HeldLock lock(String key) {
		RLock lock = this.redisson.getLock(key);
		lock.lock();
		return lock::unlock;
	}

	@Override
	public void close() {
		this.redisson.shutdown();
	}

}
