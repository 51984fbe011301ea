package io.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.redis.RedisLockStore;
import io.lockstarter.testsupport.RedisClient;
import io.lockstarter.testsupport.RedisFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Faults that were found in other lock libraries. One more of them, a third request per
 * lock, is kept away by {@link CostTests}.
 */
@Timeout(60)
class KnownFaultTests {

	/** There, keys of one local stripe: the second stayed in Redis, and was renewed. */
	@Test // 33
	void keysOfOneThreadAreAllReleasedAndNoneIsRenewedAfterwards() {
		Duration ttl = Duration.ofSeconds(3);
		try (RedisFixture redis = RedisFixture.start();
				TestInstance instance = new TestInstance(
						new RedisLockStore(RedisFixture.ready(redis.connect(RedisClient.LETTUCE)), "lock:"))) {
			List<LockHandle> handles = new ArrayList<>();
			// More than there are stripes in any of them, so that some share one.
			for (int i = 0; i < 300; i++) {
				handles.add(instance.locks().acquire(LockRequest.of("k" + i).withTtl(ttl)));
			}
			assertThat(redis.command("DBSIZE").text()).isEqualTo("300");
			handles.forEach((handle) -> assertThat(handle.release()).isTrue());
			assertThat(redis.command("DBSIZE").text()).isEqualTo("0");
			assertThat(instance.entries()).isZero();
			redis.command("CONFIG", "RESETSTAT");
			// The next renewals would be after a third of the ttl.
			long later = System.nanoTime() + ttl.dividedBy(2).toNanos();
			await().until(() -> System.nanoTime() > later);
			assertThat(redis.calls("evalsha")).as("renewals").isZero();
			assertThat(redis.command("DBSIZE").text()).isEqualTo("0");
		}
	}

	/** There, 0 ms became 105, and 1,000 became 1,340. */
	@ParameterizedTest
	@ValueSource(longs = { 0, 1, 10, 1000, 5000 })
	void nobodyWaitsLongerThanAsked(long millis) {
		VirtualTime time = new VirtualTime();
		InMemoryLockStore store = new InMemoryLockStore(time);
		store.acquire("k", "other:1", 60_000);
		VirtualInstance instance = new VirtualInstance("me", time, store);
		long start = time.nanos();
		TestWaiter waiter = new TestWaiter("me", LockRequest.of("k").withWaitTime(Duration.ofMillis(millis)), start);
		Lane lane = instance.lanes.ask(waiter);
		while (!waiter.settled()) {
			Step step = lane.next(waiter, time.nanos());
			if (step instanceof Attempt attempt) {
				instance.commands.acquire(lane, attempt);
			}
			else if (step instanceof Step.Sleep sleep) {
				time.pass(Duration.ofNanos(sleep.until() - time.nanos()));
			}
		}
		assertThat(waiter.refusal()).isNotNull();
		assertThat(Duration.ofNanos(time.nanos() - start)).isEqualTo(Duration.ofMillis(millis));
	}

}
