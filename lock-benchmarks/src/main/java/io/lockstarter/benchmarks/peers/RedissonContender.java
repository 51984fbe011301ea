package io.lockstarter.benchmarks.peers;

import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson as it comes: its watchdog's lease is 30 s. */
final class RedissonContender implements Contender {

	private final RedissonClient redisson;

	RedissonContender(Connecting connecting) {
		Config config = new Config();
		config.setLockWatchdogTimeout(Connecting.LEASE.toMillis());
		config.useSingleServer().setAddress("redis://" + Connecting.HOST + ":" + connecting.port());
		this.redisson = Redisson.create(config);
	}

	@Override
	public Held lock(String key) {
		RLock lock = this.redisson.getLock(key);
		lock.lock();
		return lock::unlock;
	}

	@Override
	public void close() {
		this.redisson.shutdown();
	}

}
