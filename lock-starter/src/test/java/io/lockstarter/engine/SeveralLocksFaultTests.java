package io.lockstarter.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.LockHandle;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockServerException;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.Release;
import io.lockstarter.store.StoreException;
import io.lockstarter.store.StoreException.Outcome;
import io.lockstarter.store.WorkerLockStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.lockstarter.engine.SeveralLocksTests.keys;
import static io.lockstarter.engine.SeveralLocksTests.tries;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** One of several attempts fails, is late, or is given up while it is in flight. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeveralLocksFaultTests {

	private static final Duration TTL = Duration.ofSeconds(3);

	private final InMemoryLockStore server = new InMemoryLockStore();

	/** Plain commands for key b: how many lose their reply, or are refused. */
	private final AtomicInteger lostReplies = new AtomicInteger();

	private volatile boolean refused;

	/** Replies for key b wait for this. */
	private volatile CountDownLatch reply = new CountDownLatch(0);

	private final CountDownLatch arrived = new CountDownLatch(1);

	private final TestInstance instance = new TestInstance(disturbed());

	private final ExecutorService threads = Executors.newCachedThreadPool();

	@AfterEach
	void nothingIsLeftBehind() {
		this.threads.shutdownNow();
		await().atMost(Duration.ofSeconds(60)).until(() -> List.of("a", "b", "c").stream().allMatch(this::isFree));
		await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(this.instance.entries()).isZero());
		this.instance.close();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void lostReplyIsRepeatedWithinTheWaitTime(boolean async) {
		this.lostReplies.set(1);
		List<LockRequest> requests = requests(Duration.ofMinutes(1));
		LockHandle handle = async ? locks().acquireAsync(requests).join() : locks().acquire(requests);
		assertThat(handle.isHeld()).isTrue();
		assertThat(this.lostReplies).hasValue(0);
		handle.close();
	}

	@Test
	void lostReplyEndsATryAndLeavesNothing() {
		this.lostReplies.set(1);
		assertThatExceptionOfType(LockServerException.class)
			.isThrownBy(() -> locks().tryAcquire(requests(Duration.ZERO)));
		assertThat(isFree("a") && isFree("c")).isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void refusedCommandEndsTheCallAtOnce(boolean async) {
		this.refused = true;
		List<LockRequest> requests = requests(LockRequest.FOREVER);
		if (async) {
			assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> locks().acquireAsync(requests).join())
				.withCauseInstanceOf(LockServerException.class);
		}
		else {
			assertThatExceptionOfType(LockServerException.class).isThrownBy(() -> locks().acquire(requests));
		}
	}

	/** The reply comes after the caller has gone, and its lock is removed. */
	@Test
	void interruptWhileCommandsAreInFlightLeavesNothing() throws Exception {
		this.reply = new CountDownLatch(1);
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		Future<Boolean> caller = this.threads.submit(() -> {
			thread.complete(Thread.currentThread());
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> locks().acquire(requests(LockRequest.FOREVER)))
				.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.INTERRUPTED));
			return Thread.interrupted();
		});
		assertThat(this.arrived.await(30, TimeUnit.SECONDS)).isTrue();
		thread.get().interrupt();
		assertThat(caller.get()).isTrue();
		assertThat(isFree("b")).as("the command was applied").isFalse();
		this.reply.countDown();
	}

	@Test
	void cancellationWhileCommandsAreInFlightLeavesNothing() throws Exception {
		this.reply = new CountDownLatch(1);
		CompletableFuture<LockHandle> caller = locks().acquireAsync(requests(LockRequest.FOREVER));
		assertThat(this.arrived.await(30, TimeUnit.SECONDS)).isTrue();
		caller.cancel(false);
		this.reply.countDown();
		assertThat(caller).isCancelled();
	}

	/** A reply that comes after the ttl gives no lock. */
	@Test
	void lateReplyGivesNoLock() throws Exception {
		this.reply = new CountDownLatch(1);
		Future<LockHandle> caller = this.threads.submit(() -> locks().acquire(
				keys("a", "b").stream().map((one) -> one.withTtl(Duration.ofMillis(200)).withWaitTime(TTL)).toList()));
		assertThat(this.arrived.await(30, TimeUnit.SECONDS)).isTrue();
		await().until(() -> isFree("b"));
		this.server.acquire("b", "other", 60_000);
		this.reply.countDown();
		assertThat(caller).failsWithin(Duration.ofSeconds(60))
			.withThrowableThat()
			.withCauseInstanceOf(LockNotAcquiredException.class);
		this.server.release(new Release("b", "other", 0));
	}

	@Test
	void callerOfTheSameInstanceIsNotAskedTwice() throws Exception {
		LockHandle held = locks().acquire(LockRequest.of("a").withTtl(TTL));
		Future<Boolean> busy = this.threads.submit(() -> locks().tryAcquire(tries("a", "b", "c")).isEmpty());
		assertThat(busy.get()).isTrue();
		assertThat(this.arrived.getCount()).as("no command for the keys behind it").isOne();
		held.close();
	}

	private static List<LockRequest> requests(Duration wait) {
		return keys("a", "b", "c").stream().map((one) -> one.withTtl(TTL).withWaitTime(wait)).toList();
	}

	private boolean isFree(String key) {
		return this.server.inspect(key).isEmpty();
	}

	private LockEngine locks() {
		return this.instance.locks();
	}

	private LockStore disturbed() {
		return (LockStore) Proxy.newProxyInstance(LockStore.class.getClassLoader(), new Class<?>[] { LockStore.class },
				(proxy, method, args) -> {
					boolean disturbs = method.getName().equals("acquire") && args[0].equals("b");
					if (method.getName().equals("async")) {
						return new WorkerLockStore((LockStore) proxy, (Executor) args[0]);
					}
					if (disturbs && this.refused) {
						throw new StoreException(Outcome.REFUSED, "refused", null);
					}
					Object answer;
					try {
						answer = method.invoke(this.server, args);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
					if (disturbs) {
						this.arrived.countDown();
						this.reply.await();
						if (this.lostReplies.getAndUpdate((left) -> Math.max(0, left - 1)) > 0) {
							throw new StoreException(Outcome.UNKNOWN, "no reply", null);
						}
					}
					return answer;
				});
	}

}
