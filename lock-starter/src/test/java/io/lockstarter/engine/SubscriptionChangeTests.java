package io.lockstarter.engine;

import java.time.Duration;
import java.util.concurrent.Executor;

import io.lockstarter.LockRequest;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Lane;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.WakeUps;
import io.lockstarter.testsupport.TestWaiter;
import io.lockstarter.testsupport.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests what waiters do when the subscription to wake-ups starts and ends. */
class SubscriptionChangeTests {

	private final VirtualTime time = new VirtualTime();

	private final SubscribedStore store = new SubscribedStore();

	private final VirtualInstance instance = new VirtualInstance("us", this.time, this.store);

	private final TestWaiter waiter = new TestWaiter("owner", LockRequest.of("k").withWaitTime(Duration.ofMinutes(5)),
			this.time.nanos());

	private final Lane lane;

	SubscriptionChangeTests() {
		this.store.acquire("k", "theirs:1", Duration.ofMinutes(10).toMillis());
		this.lane = this.instance.lanes.ask(this.waiter);
	}

	@BeforeEach
	void waiterSleepsInTheQueue() {
		sleep();
		assertThat(this.store.wakeUps).as("it subscribes").isNotNull();
	}

	@Test // rule I (lost wake-ups)
	void waiterAsksAtOnceWhenTheSubscriptionStarts() {
		this.store.wakeUps().subscribed();
		assertAsksAtOnce();
	}

	/** Messages without a subscriber are lost. */
	@Test // rule I (lost wake-ups)
	void waiterAsksAtOnceAfterANewSubscription() {
		this.store.wakeUps().subscribed();
		sleep();
		this.store.wakeUps().unsubscribed();
		this.store.wakeUps().subscribed();
		assertAsksAtOnce();
	}

	@Test // rule I (lost wake-ups)
	void waiterWithACommandInFlightAsksOnceMore() {
		AcquireStep asking = stepAfterItsSleep();
		assertThat(asking).isInstanceOf(Attempt.class);
		this.store.wakeUps().subscribed();
		this.instance.commands.acquire(this.lane, (Attempt) asking);
		assertThat(this.lane.next(this.waiter, this.time.nanos())).isInstanceOf(Attempt.class);
	}

	@Test
	void subscribedWaiterSleepsLonger() {
		AcquireStep.Sleep before = sleep();
		this.store.wakeUps().subscribed();
		long start = this.time.nanos();
		assertThat(sleep().until() - start).isGreaterThan(before.until() - start);
	}

	private void assertAsksAtOnce() {
		assertThat(this.waiter.signaled()).isTrue();
		assertThat(this.lane.next(this.waiter, this.time.nanos())).isInstanceOf(Attempt.class);
	}

	/** Drives the waiter until it sleeps. */
	private AcquireStep.Sleep sleep() {
		AcquireStep step = this.lane.next(this.waiter, this.time.nanos());
		while (step instanceof Attempt attempt) {
			this.instance.commands.acquire(this.lane, attempt);
			step = this.lane.next(this.waiter, this.time.nanos());
		}
		assertThat(step).isInstanceOf(AcquireStep.Sleep.class);
		this.waiter.signaled();
		return (AcquireStep.Sleep) step;
	}

	private AcquireStep stepAfterItsSleep() {
		this.time.jump(Duration.ofNanos(sleep().until() - this.time.nanos()));
		return this.lane.next(this.waiter, this.time.nanos());
	}

	/** Lets the test decide when the subscription starts and ends. */
	private final class SubscribedStore extends FaultyStore {

		private @Nullable WakeUps wakeUps;

		SubscribedStore() {
			super(new InMemoryLockStore(SubscriptionChangeTests.this.time));
		}

		@Override
		public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
			this.wakeUps = wakeUps;
			return () -> {
			};
		}

		WakeUps wakeUps() {
			WakeUps opened = this.wakeUps;
			assertThat(opened).isNotNull();
			return opened;
		}

	}

}
