package io.lockstarter.sample.shop.jobs;

import java.time.Duration;
import java.util.concurrent.CompletionException;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.stereotype.Service;

/**
 * Counts the stock, which takes longer than the ttl of its lock. The watchdog renews the
 * lock. The caller's thread acquires the lock, so that the caller sees a failure. The
 * thread that counts releases it.
 */
@Service
public class Inventory {

	static final String KEY = "job:inventory";

	private static final Logger logger = LoggerFactory.getLogger(Inventory.class);

	private static final Duration STEP = Duration.ofMillis(100);

	private final LockService locks;

	private final AsyncTaskExecutor executor;

	private final LockRequest request;

	Inventory(LockService locks, AsyncTaskExecutor applicationTaskExecutor,
			@Value("${shop.inventory-ttl:${shop.short-ttl:3s}}") Duration ttl) {
		this.locks = locks;
		this.executor = applicationTaskExecutor;
		this.request = LockRequest.of(KEY).withTtl(ttl).withWaitTime(Duration.ZERO);
	}

	/**
	 * Starts to count and returns at once.
	 * @throws LockException if the lock was not acquired
	 */
	public void start(Duration time) {
		LockHandle lock = acquire();
		this.executor.execute(() -> count(lock, time));
	}

	/**
	 * Acquires asynchronously, so that the hold does not belong to this thread. Otherwise
	 * the next request on this thread would acquire a nested hold.
	 */
	private LockHandle acquire() {
		try {
			return this.locks.acquireAsync(this.request).join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof LockException cause) ? cause : ex;
		}
	}

	private void count(LockHandle lock, Duration time) {
		try (lock) {
			for (long step = 0; step < time.dividedBy(STEP); step++) {
				Thread.sleep(STEP.toMillis());
				lock.ensureHeld();
			}
		}
		catch (LockLostException ex) {
			logger.info("The inventory was stopped: {}", ex.getMessage());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
