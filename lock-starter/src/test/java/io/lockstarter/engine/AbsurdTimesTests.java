package io.lockstarter.engine;

import java.time.Duration;

import io.lockstarter.LockRequest;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Lane;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.Contention;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.QueuePlace;
import io.lockstarter.store.QueueRequest;
import io.lockstarter.testsupport.TestWaiter;
import io.lockstarter.testsupport.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests keys of others with a ttl that does not fit into a clock of nanoseconds. */
class AbsurdTimesTests {

	private static final Duration WAIT = Duration.ofSeconds(10);

	/**
	 * The number of requests if every sleep were the first and shortest one, of 10 ms.
	 */
	private static final int MOST = 1000;

	private final VirtualTime time = new VirtualTime();

	@ParameterizedTest
	@CsvSource({ "9223372036854775807, false", "9223372036854775807, true", "4611686018427387903, false",
			"9000000000000000, false", "9000000000000000, true", "9223372036854, false", "9223372036855, false",
			"-9223372036854775808, false", "-9223372036854775808, true" })
	void waiterAsksAtTheUsualIntervals(long remainingMillis, boolean queued) {
		FaultyStore store = new FaultyStore(new InMemoryLockStore(this.time)) {

			@Override
			public boolean acquire(String key, String token, long ttlMillis) {
				this.acquires++;
				return false;
			}

			@Override
			public Contention contend(String key, String token, long ttlMillis, @Nullable QueueRequest wait) {
				this.acquires++;
				return new Contention(new Holder("theirs", remainingMillis), queued ? new QueuePlace(1, true) : null);
			}

		};
		assertThat(requestsOfAWaiter(store, store)).isBetween(2, MOST);
	}

	@Test
	void waiterAsksForAKeyOfTheMemoryStoreAtTheUsualIntervals() {
		InMemoryLockStore memory = new InMemoryLockStore(this.time);
		memory.acquire("k", "theirs", Long.MAX_VALUE / 2);
		FaultyStore store = new FaultyStore(memory);
		assertThat(requestsOfAWaiter(store, store)).isBetween(2, MOST);
		assertThat(store.inspect("k").orElseThrow().remainingMillis()).isPositive();
	}

	/**
	 * A leftover token may have such a ttl too, if an operator has changed its expiry.
	 */
	@Test
	void leftoverTokenWithAnAbsurdTtlIsSwept() {
		InMemoryLockStore memory = new InMemoryLockStore(this.time);
		memory.acquire("k", "us:1", Long.MAX_VALUE / 2);
		FaultyStore store = new FaultyStore(memory);
		VirtualInstance instance = new VirtualInstance("us", this.time, store);
		Caller caller = new Caller(instance, store);
		caller.run();
		this.time.pass(WAIT.dividedBy(2));
		assertThat(caller.waiter.hold()).isNotNull();
		assertThat(instance.lanes.sweeper().size()).isZero();
	}

	private int requestsOfAWaiter(LockStore store, FaultyStore counted) {
		new Caller(new VirtualInstance("us", this.time, store), counted).run();
		this.time.pass(WAIT.plusSeconds(1));
		return counted.acquires;
	}

	private final class Caller implements Runnable {

		private final VirtualInstance instance;

		private final FaultyStore store;

		private final TestWaiter waiter;

		private final Lane lane;

		Caller(VirtualInstance instance, FaultyStore store) {
			this.instance = instance;
			this.store = store;
			this.waiter = new TestWaiter(this, LockRequest.of("k").withWaitTime(WAIT),
					AbsurdTimesTests.this.time.nanos());
			this.lane = instance.lanes.ask(this.waiter);
		}

		@Override
		public void run() {
			VirtualTime time = AbsurdTimesTests.this.time;
			AcquireStep step = this.lane.next(this.waiter, time.nanos());
			while (step instanceof Attempt attempt && this.store.acquires <= MOST) {
				this.instance.commands.acquire(this.lane, attempt);
				step = this.lane.next(this.waiter, time.nanos());
			}
			if (step instanceof AcquireStep.Sleep sleep) {
				time.at(sleep.until(), this);
			}
		}

	}

}
