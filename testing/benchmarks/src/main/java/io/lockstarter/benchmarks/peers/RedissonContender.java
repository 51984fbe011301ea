package io.lockstarter.benchmarks.peers;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RLockReactive;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import reactor.core.publisher.Mono;

/** Redisson with its default configuration. The lease of its watchdog is 30 s. */
final class RedissonContender implements Contender {

	private final RedissonClient redisson;

	/** The semaphores whose permits are set. */
	private final Map<String, RPermitExpirableSemaphore> semaphores = new ConcurrentHashMap<>();

	RedissonContender(ContenderSettings settings) {
		Config config = new Config();
		config.setLockWatchdogTimeout(ContenderSettings.LEASE.toMillis());
		config.useSingleServer().setAddress("redis://" + ContenderSettings.HOST + ":" + settings.port());
		this.redisson = Redisson.create(config);
	}

	@Override
	public HeldLock lock(String key) {
		return lock(this.redisson.getLock(key));
	}

	@Override
	public HeldLock lock(String key, LockMode mode) {
		return switch (mode) {
			case FAIR -> lock(this.redisson.getFairLock(key));
			case READ -> lock(this.redisson.getReadWriteLock(key).readLock());
			case WRITE -> lock(this.redisson.getReadWriteLock(key).writeLock());
			case PERMIT -> permit(this.semaphores.computeIfAbsent(key, this::semaphore));
		};
	}

	private static HeldLock lock(RLock lock) {
		lock.lock();
		return lock::unlock;
	}

	private RPermitExpirableSemaphore semaphore(String key) {
		RPermitExpirableSemaphore semaphore = this.redisson.getPermitExpirableSemaphore(key);
		semaphore.trySetPermits(LockMode.PERMITS);
		return semaphore;
	}

	private static HeldLock permit(RPermitExpirableSemaphore semaphore) {
		try {
			String id = semaphore.acquire(ContenderSettings.LEASE.toMillis(), TimeUnit.MILLISECONDS);
			return () -> semaphore.release(id);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public CompletionStage<?> runLocked(String key, long number, Runnable section) {
		RLockReactive lock = this.redisson.reactive().getLock(key);
		return lock.lock(number).then(Mono.fromRunnable(section)).then(lock.unlock(number)).toFuture();
	}

	@Override
	public void close() {
		this.redisson.shutdown();
	}

}
