package io.lockstarter.benchmarks.peers;

import java.util.List;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.executor.RedisTemplateLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.Lock4jProperties;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * lock4j on a Redis template. It renews a lock by a new timer thread every 10 s, which
 * also outlives the lock, so it has a fixed lease where renewal is not measured.
 */
final class Lock4jContender implements Contender {

	private static final long RENEWED = -1;

	private final BootRedis redis;

	private final LockTemplate locks = new LockTemplate();

	private final long expire;

	Lock4jContender(Connecting connecting) {
		this.redis = new BootRedis(connecting);
		this.expire = connecting.renewing() ? RENEWED : Connecting.LEASE.toMillis();
		Lock4jProperties properties = new Lock4jProperties();
		properties.setExpire(Connecting.LEASE.toMillis());
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
	public Held lock(String key) {
		LockInfo lock = this.locks.lock(key, this.expire, Connecting.PATIENCE.toMillis());
		if (lock == null) {
			throw new IllegalStateException("No lock on " + key + " within " + Connecting.PATIENCE);
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
