package io.lockstarter.leader;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import io.lockstarter.client.LockClient;
import io.lockstarter.memory.InMemoryLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** Tests what happens when an election stops at a bad moment, or starts again. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("NullAway")
class LeaderRestartTests {

	private final LockClient client = LockClient.on(new InMemoryLockStore()).build();

	private final AtomicInteger attempts = new AtomicInteger();

	@AfterEach
	void stop() {
		this.client.close();
	}

	/** The race needs many rounds: both threads end the same term. */
	@Test
	void lockIsReleasedWhenTheElectionStopsDuringALoss() throws Exception {
		for (int round = 0; round < 2000; round++) {
			LosableHandle handle = new LosableHandle();
			AtomicBoolean elected = new AtomicBoolean();
			AtomicBoolean revoked = new AtomicBoolean();
			LeaderElection election = LeaderElection.of(granting(handle.proxy()), "leader")
				.onElected((granted) -> elected.set(true))
				.onRevoked(() -> revoked.set(true))
				.build();
			election.start();
			await().pollDelay(Duration.ZERO)
				.pollInterval(Duration.ofNanos(1000))
				.until(() -> elected.get() && handle.onLost.get() != null);
			CyclicBarrier barrier = new CyclicBarrier(2);
			Thread loss = new Thread(() -> {
				pass(barrier);
				handle.onLost.get().run();
			});
			loss.start();
			pass(barrier);
			for (int i = 0; i < round % 500; i++) {
				Thread.onSpinWait(); // so that the rounds meet at different moments
			}
			election.stop();
			loss.join();
			assertThat(revoked).as("onRevoked in round %d", round).isTrue();
			assertThat(handle.released).as("released in round %d", round).isTrue();
		}
	}

	@Test
	void callbackOfAnEarlierStartDoesNotBecomeASecondCandidate() throws Exception {
		LockService service = service((request) -> {
			this.attempts.incrementAndGet();
			return this.client.service().acquireAsync(request);
		});
		CountDownLatch end = new CountDownLatch(1);
		AtomicBoolean elected = new AtomicBoolean();
		AtomicReference<Thread> slow = new AtomicReference<>();
		LeaderElection election = LeaderElection.of(service, LockRequest.of("leader").withTtl(Duration.ofHours(1)))
			.onElected((handle) -> elected.set(true))
			.onRevoked(() -> {
				if (slow.compareAndSet(null, Thread.currentThread())) {
					awaitUninterruptibly(end);
				}
			})
			.handOverTimeout(Duration.ofMillis(1))
			.build();
		election.start();
		await().untilTrue(elected);
		election.stop();
		election.start();
		assertThat(this.attempts).hasValue(2);
		assertThat(election.isLeader()).isFalse();
		end.countDown();
		await().until(election::isLeader);
		slow.get().join();
		assertThat(this.attempts).hasValue(2);
		election.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "READ", "SEMAPHORE" })
	void typeWithSeveralHoldersIsRefused(LockType type) {
		LockRequest request = LockRequest.of("leader").withType(type);
		assertThatIllegalArgumentException().isThrownBy(() -> LeaderElection.of(this.client.service(), request))
			.withMessage("Leader election: type '" + type
					+ "' of key 'leader' allows several leaders. Use EXCLUSIVE, FAIR or WRITE.");
	}

	@ParameterizedTest
	@EnumSource(names = { "EXCLUSIVE", "FAIR", "WRITE" })
	void typeWithOneHolderIsAccepted(LockType type) {
		LockRequest request = LockRequest.of("leader").withType(type);
		try (LeaderElection election = LeaderElection.of(this.client.service(), request).build()) {
			election.start();
			await().until(election::isLeader);
		}
	}

	@Test
	void callbackRunsEvenAfterTheThreadsHaveEnded() {
		LeaderThreads threads = new LeaderThreads("leader");
		threads.close(Duration.ofSeconds(60));
		AtomicBoolean ran = new AtomicBoolean();
		threads.callback(() -> ran.set(true));
		assertThat(ran).isTrue();
	}

	/** Returns a service that grants the given handle once. */
	private static LockService granting(LockHandle handle) {
		AtomicBoolean granted = new AtomicBoolean();
		return service((request) -> granted.compareAndSet(false, true) ? CompletableFuture.completedFuture(handle)
				: new CompletableFuture<>());
	}

	private static LockService service(Function<LockRequest, CompletionStage<LockHandle>> acquireAsync) {
		return (LockService) Proxy.newProxyInstance(LockService.class.getClassLoader(),
				new Class<?>[] { LockService.class },
				(proxy, method, args) -> acquireAsync.apply((LockRequest) args[0]));
	}

	private static void pass(CyclicBarrier barrier) {
		try {
			barrier.await();
		}
		catch (InterruptedException | BrokenBarrierException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		while (latch.getCount() > 0) {
			try {
				latch.await();
			}
			catch (InterruptedException ex) {
				// The callback does not react.
			}
		}
	}

	/** A handle that is lost when the test says so. */
	private static final class LosableHandle {

		private final AtomicReference<Runnable> onLost = new AtomicReference<>();

		private final AtomicBoolean released = new AtomicBoolean();

		LockHandle proxy() {
			return (LockHandle) Proxy.newProxyInstance(LockHandle.class.getClassLoader(),
					new Class<?>[] { LockHandle.class }, (proxy, method, args) -> switch (method.getName()) {
						case "isHeld" -> !this.released.get();
						case "remaining" -> Duration.ofHours(1);
						case "release" -> !this.released.getAndSet(true);
						case "onLost" -> {
							this.onLost.set((Runnable) args[0]);
							yield null;
						}
						default -> throw new UnsupportedOperationException(method.getName());
					});
		}

	}

}
