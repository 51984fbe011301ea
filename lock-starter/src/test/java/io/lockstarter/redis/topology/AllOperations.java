package io.lockstarter.redis.topology;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Refresh;
import io.lockstarter.store.Release;
import io.lockstarter.store.WakeUps;

import static io.lockstarter.testsupport.TestLease.renewal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Runs all operations of locks once, between two instances.
 *
 * @param here the first instance
 * @param there the second instance
 * @param hopeless whether further waiting is useless
 */
record AllOperations(App here, App there, BooleanSupplier hopeless) {

	private static final String HERE = "here-AAAAAAAAAAAAAAAAAAAAAA:1:0";

	private static final String THERE = "there-AAAAAAAAAAAAAAAAAAAAAA:1:0";

	void run() {
		LockHandle held = this.here.locks().acquire("key");
		assertThat(this.there.locks().tryAcquire("key")).isEmpty();
		assertThat(this.there.locks().inspect("key")).isPresent();
		held.extend(Duration.ofMinutes(1));
		CompletableFuture<LockHandle> waiter = this.there.locks().acquireAsync(LockRequest.of("key"));
		held.close();
		waiter.join().close();
		this.here.locks().acquire(LockRequest.of("job").withMinHold(Duration.ofMillis(50))).close();
		LockHandle given = this.here.locks().acquire("given");
		assertThat(this.there.locks().release("given", given.token())).isTrue();
		given.release();
		this.here.locks().acquire(LockRequest.of("fenced").withFencing(true)).close();
		if (this.here.store().supports(LockType.FAIR)) {
			claims();
		}
		batches();
		wakeUp();
	}

	private void claims() {
		for (LockType type : List.of(LockType.FAIR, LockType.WRITE)) {
			LockRequest request = LockRequest.of("claimed").withType(type).withFencing(true);
			LockHandle held = this.here.locks().acquire(request);
			assertThat(this.there.locks().inspect("claimed")).isPresent();
			CompletableFuture<LockHandle> waiter = this.there.locks().acquireAsync(request);
			await().until(() -> this.hopeless.getAsBoolean()
					|| this.here.locks().inspect("claimed").map((info) -> !info.waiters().isEmpty()).orElse(true));
			held.extend(Duration.ofMinutes(1));
			held.close();
			waiter.join().close();
		}
		LockHandle write = this.here.locks().acquire(LockRequest.of("claimed").withType(LockType.WRITE));
		LockHandle read = this.here.locks().acquire(LockRequest.of("claimed").withType(LockType.READ));
		write.close();
		this.there.locks().acquire(LockRequest.of("claimed").withType(LockType.READ)).close();
		read.close();
		LockRequest permit = LockRequest.of("claimed").withType(LockType.SEMAPHORE).withPermits(1);
		LockHandle held = this.here.locks().acquire(permit.withMinHold(Duration.ofMillis(50)));
		String token = held.token();
		this.here.store().renew(List.of(renewal("claimed", token, 30_000)));
		this.here.store().refresh(List.of(new Refresh("claimed", token, 30_000, 1000)));
		held.close();
		this.here.store().releaseAll(List.of(new Release("claimed", token, 0)));
		this.there.locks().acquire(permit).close();
	}

	private void batches() {
		this.here.store().acquire("batch", "token", 10_000);
		this.here.store().contend("batch", "token", 20_000, null);
		this.here.store().renew(List.of(renewal("batch", "token", 30_000)));
		this.here.store().releaseAll(List.of(new Release("batch", "token", 0)));
		assertThat(this.here.store().inspect("batch")).isEmpty();
	}

	/** Uses the store, since a lock service without a wake-up would just ask again. */
	private void wakeUp() {
		CountDownLatch subscribed = new CountDownLatch(1);
		CountDownLatch granted = new CountDownLatch(1);
		Runnable stop = this.here.store().listen(THERE.substring(0, THERE.indexOf(':')), new WakeUps() {

			@Override
			public void subscribed() {
				subscribed.countDown();
			}

			@Override
			public void unsubscribed() {
			}

			@Override
			public void granted(String key, String token, long ticket) {
				granted.countDown();
			}

		}, ForkJoinPool.commonPool());
		try {
			awaitOrFail(subscribed);
			this.here.store().acquire("turn", HERE, 10_000);
			this.here.store().contend("turn", THERE, 10_000, new QueueRequest(10_000, 10_000, false, true));
			this.here.store().release(new Release("turn", HERE, 0));
			awaitOrFail(granted);
			this.here.store().release(new Release("turn", THERE, 0));
		}
		finally {
			stop.run();
		}
	}

	private void awaitOrFail(CountDownLatch latch) {
		await().until(() -> latch.getCount() == 0 || this.hopeless.getAsBoolean());
		assertThat(latch.getCount()).isZero();
	}

}
