package io.lockstarter.benchmarks.peers;

import java.util.List;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.executor.RedisTemplateLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.Lock4jProperties;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * lock4j on a Redis template. It starts a new timer thread for each renewal, and the
 * thread outlives the lock. So it has a fixed lease unless renewal is measured.
 */
final class Lock4jContender implements Contender {

	private static final long RENEWED = -1;

	private final BootRedis redis;

	private final LockTemplate locks = new LockTemplate();

	private final long expire;

	Lock4jContender(ContenderSettings settings) {
		this.redis = new BootRedis(settings);
		this.expire = settings.renewing() ? RENEWED : ContenderSettings.LEASE.toMillis();
		Lock4jProperties properties = new Lock4jProperties();
		properties.setExpire(ContenderSettings.LEASE.toMillis());
		this.locks.setProperties(properties);
		this.locks.setExecutors(List
			.of(new RedisTemplateLockExecutor(new StringRedisTemplate(this.redis.connectionFactory()), properties)));
		try {
			this.locks.afterPropertiesSet();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public HeldLock lock(String key) {
		LockInfo lock = this.locks.lock(key, this.expire, ContenderSettings.TIMEOUT.toMillis());
		if (lock == null) {
			throw new IllegalStateException("No lock on " + key + " within " + ContenderSettings.TIMEOUT);
		}
		return () -> unlock(lock);
	}

	private void unlock(LockInfo lock) {
		if (!this.locks.releaseLock(lock)) {
			throw new IllegalStateException("Lost " + lock.getLockKey());
		}
	}

	@Override
	public void close() {
		this.redis.close();
	}

}
