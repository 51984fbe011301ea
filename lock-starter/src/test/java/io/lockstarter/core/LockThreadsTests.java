package io.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.lockstarter.store.MonotonicClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class LockThreadsTests {

	/**
	 * Jedis gives the connection of an interrupted listener back to its pool while it is
	 * still subscribed: the next to use it would read what was meant for the listener.
	 */
	@Test
	void closingDoesNotInterruptTheOneThatListens() throws Exception {
		LockThreads threads = new LockThreads(MonotonicClock.system());
		CountDownLatch listening = new CountDownLatch(1);
		CountDownLatch unsubscribed = new CountDownLatch(1);
		CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
		threads.wakeUps().execute(() -> {
			listening.countDown();
			try {
				unsubscribed.await();
				interrupted.complete(false);
			}
			catch (InterruptedException ex) {
				interrupted.complete(true);
			}
		});
		listening.await();
		threads.close();
		unsubscribed.countDown();
		assertThat(interrupted.get()).isFalse();
	}

}
