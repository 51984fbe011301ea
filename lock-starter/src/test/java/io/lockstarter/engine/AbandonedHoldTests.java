package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests threads that end while they hold a lock. */
@Timeout(120)
class AbandonedHoldTests {

	/** Long enough to be renewed in time on a busy machine. */
	private static final Duration TTL = Duration.ofSeconds(3);

	private static final LockRequest K = LockRequest.of("k").withTtl(TTL);

	private final AtomicInteger renewals = new AtomicInteger();

	private final CompletableFuture<LockLostException.Reason> loss = new CompletableFuture<>();

	private final FaultyStore store = new FaultyStore(new InMemoryLockStore()) {

		@Override
		public List<RenewReply> renew(List<Renewal> batch) {
			AbandonedHoldTests.this.renewals.incrementAndGet();
			return super.renew(batch);
		}

	};

	private final TestInstance instance = new TestInstance(this.store, new LockListener() {

		@Override
		public void lost(LockEvent.Lost event) {
			AbandonedHoldTests.this.loss.complete(event.reason());
		}

	});

	@AfterEach
	void close() {
		this.instance.close();
	}

	@Test
	void lockOfAnEndedThreadIsNotRenewedForever() throws InterruptedException {
		runOnThreadThatEnds((locks) -> locks.acquire(K));
		await().pollInterval(Duration.ofMillis(200)).until(() -> {
			System.gc(); // only then is the handle known to be unreachable
			return this.loss.isDone();
		});
		assertThat(this.loss).isCompletedWithValue(LockLostException.Reason.EXPIRED);
		// The instance subtracts a margin from the ttl, so the store frees the key a
		// little later.
		await().until(() -> this.instance.locks().tryAcquire("k").isPresent());
	}

	@Test
	void actionOnLossDoesNotKeepTheLock() throws InterruptedException {
		CountDownLatch lossReported = new CountDownLatch(1);
		runOnThreadThatEnds((locks) -> locks.acquire(K).onLost(lossReported::countDown));
		await().pollInterval(Duration.ofMillis(200)).until(() -> {
			System.gc();
			return lossReported.getCount() == 0;
		});
	}

	/** Only the thread itself can unlock it. */
	@Test
	void adaptedLockOfAnEndedThreadIsNotRenewed() throws InterruptedException {
		TestInstance brief = new TestInstance(this.store, settings(TTL, null));
		try {
			Thread thread = new Thread(() -> brief.locks().asLock("k").lock());
			thread.start();
			thread.join();
			await().until(() -> brief.locks().tryAcquire("k").isPresent());
		}
		finally {
			brief.close();
		}
	}

	@Test
	void handleInAnotherThreadKeepsTheLockAfterTheEndOfItsThread() throws InterruptedException {
		CompletableFuture<LockHandle> passedOn = new CompletableFuture<>();
		// Many renewals in a long ttl: a machine that stops for a while causes no loss.
		try (TestInstance patient = new TestInstance(this.store,
				settings(Duration.ofMinutes(2), Duration.ofMillis(200)))) {
			runOnThreadThatEnds(patient.locks(), (locks) -> passedOn.complete(locks.acquire("k")));
			System.gc(); // renewals before it would prove nothing
			int before = this.renewals.get();
			await().pollInterval(Duration.ofMillis(200)).until(() -> {
				System.gc();
				return this.renewals.get() > before + 3;
			});
			assertThat(passedOn.join().isHeld()).isTrue();
			passedOn.join().close();
			assertThat(patient.entries()).isZero();
		}
	}

	private void runOnThreadThatEnds(Consumer<LockEngine> work) throws InterruptedException {
		runOnThreadThatEnds(this.instance.locks(), work);
	}

	private static void runOnThreadThatEnds(LockEngine locks, Consumer<LockEngine> work) throws InterruptedException {
		Thread thread = new Thread(() -> work.accept(locks));
		thread.start();
		thread.join();
	}

	private static LockSettings settings(Duration ttl, @Nullable Duration renewalInterval) {
		LockSettings usual = LockSettings.DEFAULT;
		return new LockSettings("app", ttl, usual.waitTime(), renewalInterval, usual.retry(), usual.longestSleep(),
				usual.release(), usual.handOff(), false);
	}

}
