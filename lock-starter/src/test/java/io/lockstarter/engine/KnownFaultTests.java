package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.ReleaseMode;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.lane.Lane;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import io.lockstarter.testsupport.TestWaiter;
import io.lockstarter.testsupport.VirtualTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for faults that were found in other lock libraries. {@link CostTests} covers one
 * more, a third request per lock.
 */
@Timeout(60)
class KnownFaultTests {

	/**
	 * In another library, the second of two keys with the same local stripe stayed in
	 * Redis and was renewed.
	 */
	@Test // 33
	void allKeysOfOneThreadAreReleasedAndNotRenewed() {
		// No key expires while the machine is busy, and yet renewals are soon due.
		Duration interval = Duration.ofSeconds(1);
		LockSettings settings = new LockSettings("app", Duration.ofMinutes(2), Duration.ofSeconds(30), interval,
				RetrySettings.DEFAULT, Duration.ofSeconds(2), ReleaseMode.SYNC, HandOffSettings.DEFAULT, false);
		try (RedisFixture redis = RedisFixture.start().patient();
				TestInstance instance = new TestInstance(
						new RedisLockStore(RedisFixture.ready(redis.connect(RedisClient.LETTUCE)), "lock:"),
						settings)) {
			List<LockHandle> handles = new ArrayList<>();
			// More keys than any library has stripes, so that some share a stripe.
			for (int i = 0; i < 300; i++) {
				handles.add(instance.locks().acquire(LockRequest.of("k" + i)));
			}
			assertThat(redis.command("DBSIZE").text()).isEqualTo("300");
			handles.forEach((handle) -> assertThat(handle.release()).isTrue());
			assertThat(redis.command("DBSIZE").text()).isEqualTo("0");
			assertThat(instance.entries()).isZero();
			// Renewals that were sent during the releases may still arrive.
			AtomicInteger seen = new AtomicInteger(-1);
			await("no more renewals").during(interval.multipliedBy(2)).until(() -> {
				int renewals = redis.calls("evalsha");
				return seen.getAndSet(renewals) == renewals;
			});
			assertThat(redis.command("DBSIZE").text()).isEqualTo("0");
		}
	}

	/** In another library, 0 ms became 105 ms, and 1,000 ms became 1,340 ms. */
	@ParameterizedTest
	@ValueSource(longs = { 0, 1, 10, 1000, 5000 })
	void callerDoesNotWaitLongerThanItsWaitTime(long millis) {
		VirtualTime time = new VirtualTime();
		InMemoryLockStore store = new InMemoryLockStore(time);
		store.acquire("k", "other:1", 60_000);
		VirtualInstance instance = new VirtualInstance("me", time, store);
		long start = time.nanos();
		TestWaiter waiter = new TestWaiter("me", LockRequest.of("k").withWaitTime(Duration.ofMillis(millis)), start);
		Lane lane = instance.lanes.ask(waiter);
		while (!waiter.settled()) {
			AcquireStep step = lane.next(waiter, time.nanos());
			if (step instanceof Attempt attempt) {
				instance.commands.acquire(lane, attempt);
			}
			else if (step instanceof AcquireStep.Sleep sleep) {
				time.pass(Duration.ofNanos(sleep.until() - time.nanos()));
			}
		}
		assertThat(waiter.refusal()).isNotNull();
		assertThat(Duration.ofNanos(time.nanos() - start)).isEqualTo(Duration.ofMillis(millis));
	}

}
