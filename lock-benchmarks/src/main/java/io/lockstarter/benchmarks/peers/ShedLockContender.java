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

/** ShedLock, which does not wait, and which by default releases with a bare DEL. */
final class ShedLockContender implements Contender {

	private final BootRedis redis;

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	private final LockProvider provider;

	ShedLockContender(Connecting connecting) {
		this.redis = new BootRedis(connecting);
		RedisLockProvider plain = new RedisLockProvider(this.redis.connectionFactory());
		this.provider = connecting.renewing() ? new KeepAliveLockProvider(plain, this.scheduler) : plain;
	}

	@Override
	public Held lock(String key) {
		LockConfiguration wanted = new LockConfiguration(Instant.now(), key, Connecting.LEASE, Duration.ZERO);
		SimpleLock lock = this.provider.lock(wanted)
			.orElseThrow(() -> new IllegalStateException(key + " is busy, and ShedLock does not wait"));
		return lock::unlock;
	}

	@Override
	public void close() {
		this.scheduler.shutdownNow();
		this.redis.close();
	}

}
