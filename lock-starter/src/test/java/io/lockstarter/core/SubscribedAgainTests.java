package io.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.Executor;

import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What waiters do when the subscription to wake-ups begins and ends. */
class SubscribedAgainTests {

	private final VirtualTime time = new VirtualTime();

	private final SubscribedStore store = new SubscribedStore();

	private final VirtualInstance instance = new VirtualInstance("us", this.time, this.store);

	private final TestWaiter waiter = new TestWaiter("owner", LockRequest.of("k").withWaitTime(Duration.ofMinutes(5)),
			this.time.nanos());

	private final Lane lane;

	SubscribedAgainTests() {
		this.store.acquire("k", "theirs:1", Duration.ofMinutes(10).toMillis());
		this.lane = this.instance.lanes.ask(this.waiter);
	}

	@BeforeEach
	void waiterSleepsInTheQueue() {
		sleep();
		assertThat(this.store.wakeUps).as("it subscribes").isNotNull();
	}

	@Test // rule I
	void waiterAsksAtOnceWhenTheSubscriptionBegins() {
		this.store.wakeUps().listening();
		assertAsksAtOnce();
	}

	/** What was sent while nobody listened is lost. */
	@Test // rule I
	void waiterAsksAtOnceWhenTheSubscriptionIsBack() {
		this.store.wakeUps().listening();
		sleep();
		this.store.wakeUps().deaf();
		this.store.wakeUps().listening();
		assertAsksAtOnce();
	}

	@Test // rule I
	void waiterWhoseRequestIsUnderWayAsksOnceMore() {
		Step asking = stepAfterItsSleep();
		assertThat(asking).isInstanceOf(Attempt.class);
		this.store.wakeUps().listening();
		this.instance.commands.acquire(this.lane, (Attempt) asking);
		assertThat(this.lane.next(this.waiter, this.time.nanos())).isInstanceOf(Attempt.class);
	}

	@Test
	void waiterThatIsSubscribedSleepsForLonger() {
		Step.Sleep before = sleep();
		this.store.wakeUps().listening();
		long start = this.time.nanos();
		assertThat(sleep().until() - start).isGreaterThan(before.until() - start);
	}

	private void assertAsksAtOnce() {
		assertThat(this.waiter.signalled()).isTrue();
		assertThat(this.lane.next(this.waiter, this.time.nanos())).isInstanceOf(Attempt.class);
	}

	/** Sends what is to be sent until it sleeps. */
	private Step.Sleep sleep() {
		Step step = this.lane.next(this.waiter, this.time.nanos());
		while (step instanceof Attempt attempt) {
			this.instance.commands.acquire(this.lane, attempt);
			step = this.lane.next(this.waiter, this.time.nanos());
		}
		assertThat(step).isInstanceOf(Step.Sleep.class);
		this.waiter.signalled();
		return (Step.Sleep) step;
	}

	private Step stepAfterItsSleep() {
		this.time.jump(Duration.ofNanos(sleep().until() - this.time.nanos()));
		return this.lane.next(this.waiter, this.time.nanos());
	}

	/** The test decides when the subscription begins and ends. */
	private final class SubscribedStore extends FaultyStore {

		private @Nullable WakeUps wakeUps;

		SubscribedStore() {
			super(new InMemoryLockStore(SubscribedAgainTests.this.time));
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
