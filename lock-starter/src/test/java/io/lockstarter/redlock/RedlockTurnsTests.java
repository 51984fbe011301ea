package io.lockstarter.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.engine.TestInstance;
import io.lockstarter.store.Contention;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Checks that instances acquire a contended lock in turn, although there is no queue. */
@Timeout(120)
class RedlockTurnsTests {

	private static final Logger logger = LoggerFactory.getLogger(RedlockTurnsTests.class);

	private static final long LONG = 60_000;

	private static final QueueRequest WAIT = new QueueRequest(LONG, LONG, false, false);

	private static final Duration HOLD = Duration.ofMillis(5);

	/** Far more than the callers, and far fewer than fit into the wait time. */
	private static final int MANY_HOLDS = 100;

	private static FiveNodes nodes;

	private final RedlockStore here = patient();

	private final RedlockStore there = patient();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<TestInstance> instances = new ArrayList<>();

	private final List<AtomicInteger> holds = new ArrayList<>();

	private final AtomicInteger refused = new AtomicInteger();

	@BeforeAll
	static void start() {
		nodes = FiveNodes.start();
	}

	@AfterAll
	static void stop() {
		nodes.close();
	}

	@AfterEach
	void reset() {
		this.threads.shutdownNow();
		this.instances.forEach(TestInstance::close);
		this.here.close();
		this.there.close();
		nodes.reset();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void everyInstanceAcquiresTheLockAndNoneIsRefused(int callers) throws Exception {
		for (int i = 0; i < 3; i++) {
			this.instances.add(new TestInstance(nodes.storeWithoutProxies()));
			this.holds.add(new AtomicInteger());
		}
		work(callers, Duration.ofSeconds(8));
		logger.info("{} callers in each of three instances: {} holds, {} refused", callers, this.holds, this.refused);
		assertThat(this.refused).hasValue(0);
		int all = allHolds();
		assertThat(this.holds).allSatisfy((mine) -> assertThat(mine.get()).isGreaterThan(all / 30));
	}

	@Test
	void instanceThatReleasesLetsAWaitingInstanceGoFirst() {
		assertThat(this.here.acquire("k", "here:1", LONG)).isTrue();
		waits(this.there, "there");
		release(this.here, "here:1");
		assertThat(this.here.yieldMillis("k", "here:2")).isPositive().isLessThan(2 * LONG);
		assertThat(this.here.yieldMillis("other", "here:2")).isZero();
		assertThat(this.there.yieldMillis("k", "there:2")).isZero();
	}

	@Test
	void instanceThatReleasesWithoutWaitersMayAcquireAtOnce() {
		assertThat(this.here.acquire("k", "here:1", LONG)).isTrue();
		assertThat(this.there.contend("k", "there:1", LONG, null).holder()).as("it does not wait").isNotNull();
		waits(this.here, "here");
		release(this.here, "here:1");
		assertThat(this.here.yieldMillis("k", "here:3")).isZero();
	}

	@Test
	void instanceThatWaitedMayHoldSeveralTimes() {
		assertThat(this.here.acquire("k", "here:1", LONG)).isTrue();
		waits(this.there, "there");
		release(this.here, "here:1");
		assertThat(this.there.contend("k", "there:2", LONG, WAIT)).isEqualTo(Contention.WON);
		waits(this.here, "here");
		release(this.there, "there:2");
		assertThat(this.there.yieldMillis("k", "there:3")).isZero();
	}

	/**
	 * The other instance may have given up: its mark still exists, and the lock is free.
	 */
	@Test
	void callerWithAShortWaitTimeAsksAtOnce() {
		TestInstance instance = new TestInstance(this.here);
		this.instances.add(instance);
		for (Duration wait : List.of(Duration.ZERO, Duration.ofSeconds(10))) {
			LockHandle handle = instance.locks().acquire("k");
			waits(this.there, "there");
			handle.close();
			instance.locks().tryAcquire(LockRequest.of("k").withWaitTime(wait)).orElseThrow().close();
		}
		CompletableFuture<LockHandle> patient = instance.locks()
			.acquireAsync(LockRequest.of("k").withWaitTime(Duration.ofMinutes(10)))
			.toCompletableFuture();
		assertThat(this.there.acquire("k", "there:2", LONG)).as("the waiting instance goes first").isTrue();
		assertThat(patient).isNotDone();
		patient.cancel(false);
	}

	/** Returns an instance whose callers ask again once in a minute. */
	private static RedlockStore patient() {
		List<NodeUri> uris = IntStream.range(0, 5)
			.mapToObj((node) -> NodeUri.parse("redis://127.0.0.1:" + nodes.server(node).port()))
			.toList();
		RedlockStore store = new RedlockStore(new RedlockSettings(uris, FiveNodes.TIMEOUT, 0.01, "lock:",
				Duration.ofSeconds(1), Duration.ofMinutes(1)), null);
		nodes.awaitConnected(store);
		return store;
	}

	private static void waits(RedlockStore store, String instance) {
		assertThat(store.contend("k", instance + ":waits", LONG, WAIT).holder()).isNotNull();
		await().untilAsserted(() -> assertThat(nodes.values("lock:~wanted:k")).containsOnly(instance));
	}

	private static void release(RedlockStore store, String token) {
		assertThat(store.release(new Release("k", token, 0))).isEqualTo(ReleaseReply.RELEASED);
	}

	private int allHolds() {
		return this.holds.stream().mapToInt(AtomicInteger::get).sum();
	}

	private void work(int callers, Duration time) throws Exception {
		long end = System.nanoTime() + time.toNanos();
		List<Future<?>> ends = new ArrayList<>();
		for (int i = 0; i < this.instances.size(); i++) {
			TestInstance instance = this.instances.get(i);
			AtomicInteger count = this.holds.get(i);
			for (int caller = 0; caller < callers; caller++) {
				ends.add(this.threads.submit(() -> work(instance, count, end)));
			}
		}
		for (Future<?> each : ends) {
			each.get(60, TimeUnit.SECONDS);
		}
	}

	private Void work(TestInstance instance, AtomicInteger count, long end) throws Exception {
		LockRequest request = LockRequest.of("k").withWaitTime(Duration.ofSeconds(5));
		while (System.nanoTime() < end) {
			int before = allHolds();
			LockHandle handle = instance.locks().tryAcquire(request).orElse(null);
			if (handle == null) {
				// While the machine stalls, the wait time passes, and no caller proceeds.
				if (allHolds() - before >= MANY_HOLDS) {
					this.refused.incrementAndGet();
				}
				continue;
			}
			try (handle) {
				TimeUnit.NANOSECONDS.sleep(HOLD.toNanos());
				count.incrementAndGet();
			}
		}
		return null;
	}

}
