package io.lockstarter.leader;

import java.lang.reflect.Proxy;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** Tests what happens when an election stops at a bad moment, or starts again. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("NullAway")
class LeaderRestartTests {

	private final InMemoryLockStore store = new InMemoryLockStore();

	private final LockClient client = LockClient.on(this.store).build();

	private final AtomicInteger attempts = new AtomicInteger();

	@AfterEach
	void stop() {
		this.client.close();
	}

	/**
	 * A loss interrupts {@code onElected}, and this pauses the thread that reports it. A
	 * stop must wait for that thread: else it ends the threads before the callback that
	 * releases the lock is queued.
	 */
	@Test
	void stopDuringALossWaitsUntilTheReleaseIsQueued() throws Exception {
		LosableHandle handle = new LosableHandle();
		AtomicBoolean canceled = new AtomicBoolean();
		CompletableFuture<LockHandle> granted = new CompletableFuture<>() {
			@Override
			public boolean cancel(boolean mayInterrupt) {
				canceled.set(true);
				return super.cancel(mayInterrupt);
			}
		};
		AtomicReference<LeaderElection> election = new AtomicReference<>();
		AtomicBoolean overtaken = new AtomicBoolean();
		PausedInterrupt interrupt = new PausedInterrupt(() -> {
			Thread stop = new Thread(() -> election.get().stop());
			stop.start();
			await().until(() -> canceled.get() || stop.getState() == Thread.State.BLOCKED);
			overtaken.set(canceled.get());
		});
		AtomicBoolean revoked = new AtomicBoolean();
		election.set(LeaderElection.of(service((request) -> granted), "leader")
			.onElected((elected) -> interrupt.block())
			.onRevoked(() -> revoked.set(true))
			.build());
		election.get().start();
		granted.complete(handle.proxy());
		await().untilTrue(interrupt.blocked);
		handle.onLost.get().run();
		await().untilTrue(handle.released);
		assertThat(revoked).isTrue();
		assertThat(overtaken).as("stop() did not wait").isFalse();
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
		threads.close();
		AtomicBoolean ran = new AtomicBoolean();
		threads.callback(() -> ran.set(true));
		assertThat(ran).isTrue();
	}

	@Test
	void stopOnAnInterruptedThreadWaitsForTheCallback() throws Exception {
		AtomicReference<Thread> stopping = new AtomicReference<>();
		AtomicBoolean revoked = new AtomicBoolean();
		LeaderElection election = LeaderElection.of(this.client.service(), "leader").onRevoked(() -> {
			await().until(() -> stopping.get().getState() == Thread.State.TIMED_WAITING || !stopping.get().isAlive());
			revoked.set(true);
		}).build();
		election.start();
		await().until(election::isLeader);
		AtomicBoolean revokedAtTheEnd = new AtomicBoolean();
		AtomicBoolean interrupted = new AtomicBoolean();
		stopping.set(new Thread(() -> {
			Thread.currentThread().interrupt();
			election.stop();
			revokedAtTheEnd.set(revoked.get());
			interrupted.set(Thread.interrupted());
		}));
		stopping.get().start();
		stopping.get().join();
		assertThat(revokedAtTheEnd).isTrue();
		assertThat(interrupted).as("the flag is kept").isTrue();
	}

	@Test
	void lossAtTheBeginningOfTheWaitForActionsEndsIt() {
		AtomicReference<LeaderTerm> term = new AtomicReference<>();
		LosableHandle handle = new LosableHandle(() -> {
			if (term.get() != null) {
				term.get().lost();
			}
		});
		LeaderThreads threads = new LeaderThreads("leader");
		LeaderTerm begun = new LeaderTerm(handle.proxy(), threads);
		assertThat(begun.enter()).isTrue();
		term.set(begun);
		assertThat(begun.awaitActions(Duration.ofHours(1))).isTrue();
		threads.close();
	}

	@Test
	void handOverTimeoutMayBeForever() {
		LeaderElection election = LeaderElection.of(this.client.service(), "leader")
			.handOverTimeout(LockRequest.FOREVER)
			.build();
		election.start();
		await().until(election::isLeader);
		election.stop();
		assertThat(this.store.inspect("leader")).isEmpty();
	}

	@Test
	void electionThatCannotStartItsThreadsDoesNotStart() {
		Set<String> refused = ConcurrentHashMap.newKeySet();
		refused.add("lock-leader-leader");
		AtomicBoolean elected = new AtomicBoolean();
		LeaderElection election = LeaderElection.of(this.client.service(), "leader")
			.onElected((handle) -> elected.set(true))
			.threads(() -> new LeaderThreads("leader", (task, name) -> thread(task, name, refused)))
			.build();
		assertThatExceptionOfType(InternalError.class).isThrownBy(election::start);
		assertThat(election.isRunning()).isFalse();
		election.start();
		await().untilTrue(elected);
		election.close();
	}

	@Test
	void candidateTriesAgainAfterAnErrorOfTheLockService() {
		LosableHandle handle = new LosableHandle();
		LeaderElection election = LeaderElection.of(service((request) -> switch (this.attempts.incrementAndGet()) {
			case 1, 3 -> throw new InternalError("no thread can be started");
			case 2 -> CompletableFuture.completedFuture(handle.proxy());
			default -> this.client.service().acquireAsync(request);
		}), "leader").build();
		election.start();
		await().until(() -> handle.onLost.get() != null);
		assertThat(election.isLeader()).isTrue();
		handle.onLost.get().run();
		await().until(() -> this.attempts.get() == 4 && election.isLeader());
		election.close();
	}

	private static LockService service(Function<LockRequest, CompletionStage<LockHandle>> acquireAsync) {
		return (LockService) Proxy.newProxyInstance(LockService.class.getClassLoader(),
				new Class<?>[] { LockService.class },
				(proxy, method, args) -> acquireAsync.apply((LockRequest) args[0]));
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

	/**
	 * Refuses a thread once. The executor of newer JDKs does not call an overridden
	 * {@code start()}.
	 */
	private static Thread thread(Runnable task, String name, Set<String> refused) {
		if (refused.remove(name)) {
			throw new InternalError("no thread can be started");
		}
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		return thread;
	}

	/** A handle that is lost when the test says so. */
	private static final class LosableHandle {

		private final AtomicReference<Runnable> onLost = new AtomicReference<>();

		private final AtomicBoolean released = new AtomicBoolean();

		private final Runnable afterCheck;

		LosableHandle() {
			this(() -> {
			});
		}

		/** Creates a handle that runs an action after each check that it is held. */
		LosableHandle(Runnable afterCheck) {
			this.afterCheck = afterCheck;
		}

		LockHandle proxy() {
			return (LockHandle) Proxy.newProxyInstance(LockHandle.class.getClassLoader(),
					new Class<?>[] { LockHandle.class }, (proxy, method, args) -> switch (method.getName()) {
						case "isHeld" -> {
							boolean held = !this.released.get();
							this.afterCheck.run();
							yield held;
						}
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

	/** Blocks a thread, and runs an action on the thread that interrupts it. */
	private static final class PausedInterrupt extends AbstractInterruptibleChannel {

		private final Runnable action;

		private final AtomicBoolean blocked = new AtomicBoolean();

		PausedInterrupt(Runnable action) {
			this.action = action;
		}

		void block() {
			begin();
			this.blocked.set(true);
			while (!Thread.currentThread().isInterrupted()) {
				LockSupport.park();
			}
		}

		@Override
		protected void implCloseChannel() {
			this.action.run();
		}

	}

}
