package io.lockstarter.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.lockstarter.store.MonotonicClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class LockThreadsTests {

	/**
	 * Jedis returns the connection of an interrupted subscriber to its pool while it is
	 * still subscribed. The next user of the connection would read the subscriber's
	 * messages.
	 */
	@Test
	void closingDoesNotInterruptTheSubscriber() throws Exception {
		LockThreads threads = new LockThreads(MonotonicClock.system());
		CountDownLatch subscribed = new CountDownLatch(1);
		CountDownLatch unsubscribed = new CountDownLatch(1);
		CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
		threads.runtime().wakeUps().execute(() -> {
			subscribed.countDown();
			try {
				unsubscribed.await();
				interrupted.complete(false);
			}
			catch (InterruptedException ex) {
				interrupted.complete(true);
			}
		});
		subscribed.await();
		threads.close();
		unsubscribed.countDown();
		assertThat(interrupted.get()).isFalse();
	}

}
