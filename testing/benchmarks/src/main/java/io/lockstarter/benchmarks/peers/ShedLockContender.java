package io.lockstarter.benchmarks.peers;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;

/** ShedLock, which does not wait, and which releases with a plain DEL by default. */
final class ShedLockContender implements Contender {

	private final BootRedis redis;

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	private final LockProvider provider;

	ShedLockContender(ContenderSettings settings) {
		this.redis = new BootRedis(settings);
		RedisLockProvider plain = new RedisLockProvider(this.redis.connectionFactory());
		this.provider = settings.renewing() ? new KeepAliveLockProvider(plain, this.scheduler) : plain;
	}

	@Override
	public HeldLock lock(String key) {
		LockConfiguration configuration = new LockConfiguration(Instant.now(), key, ContenderSettings.LEASE,
				Duration.ZERO);
		SimpleLock lock = this.provider.lock(configuration)
			.orElseThrow(() -> new IllegalStateException(key + " is busy, and ShedLock does not wait"));
		return lock::unlock;
	}

	@Override
	public void close() {
		this.scheduler.shutdownNow();
		this.redis.close();
	}

}
