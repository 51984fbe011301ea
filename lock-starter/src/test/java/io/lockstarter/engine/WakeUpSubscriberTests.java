package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

import io.lockstarter.lane.MissedWakeUpSign;
import io.lockstarter.store.WakeUps;
import io.lockstarter.testsupport.VirtualTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests when the subscription to wake-ups is replaced, in virtual time. */
class WakeUpSubscriberTests {

	private static final Duration LONG = Duration.ofHours(1);

	private final VirtualTime time = new VirtualTime();

	private final List<WakeUps> subscriptions = new ArrayList<>();

	private final List<WakeUps> cancelled = new ArrayList<>();

	private final List<String> granted = new ArrayList<>();

	private int retries;

	private final WakeUpSubscriber subscriber = new WakeUpSubscriber(new ManualClockStore() {

		@Override
		public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
			WakeUpSubscriberTests.this.subscriptions.add(wakeUps);
			return () -> WakeUpSubscriberTests.this.cancelled.add(wakeUps);
		}

	}, new EngineRuntime(this.time, this.time, Runnable::run, Runnable::run, Runnable::run, Runnable::run,
			Runnable::run, Runnable::run), (key, token, ticket, fence) -> this.granted.add(token),
			() -> this.retries++);

	@Test
	void subscriptionThatIsNotCountedIsReplaced() {
		listen();
		suspect(MissedWakeUpSign.NOT_COUNTED);
		assertThat(this.subscriptions).hasSize(2);
		assertThat(this.cancelled).containsExactly(this.subscriptions.get(0));
		assertThat(this.subscriber.ensureSubscribed("us")).as("not before it is active").isFalse();
		last().subscribed();
		assertThat(this.subscriber.ensureSubscribed("us")).isTrue();
		assertThat(this.retries).as("waiters ask again").isEqualTo(2);
	}

	@Test
	void oneGrantWithoutAMessageDoesNotReplaceTheSubscription() {
		listen();
		suspect(MissedWakeUpSign.NO_MESSAGE);
		assertThat(this.subscriptions).hasSize(1);
		suspect(MissedWakeUpSign.NO_MESSAGE);
		assertThat(this.subscriptions).hasSize(2);
	}

	@Test
	void messageResetsTheSigns() {
		listen();
		suspect(MissedWakeUpSign.NO_MESSAGE);
		last().granted("k", "us:1", 1);
		suspect(MissedWakeUpSign.NO_MESSAGE);
		assertThat(this.subscriptions).hasSize(1);
	}

	@Test
	void missingCountAloneDoesNotReplaceAWorkingSubscription() {
		listen();
		for (int i = 0; i < 10; i++) {
			last().granted("k", "us:1", 1);
			suspect(MissedWakeUpSign.NOT_COUNTED);
		}
		assertThat(this.subscriptions).hasSize(1);
	}

	/** On servers that never count subscribers, a replacement has no use. */
	@Test
	void replacementsBecomeRarer() {
		listen();
		long until = this.time.nanos() + LONG.toNanos();
		while (this.time.nanos() < until) {
			suspect(MissedWakeUpSign.NOT_COUNTED);
			last().subscribed();
			this.time.pass(Duration.ofSeconds(1));
		}
		assertThat(this.subscriptions).hasSizeBetween(5, 15);
	}

	@Test
	void subscriptionThatIsNotActiveYetIsNotReplaced() {
		this.subscriber.ensureSubscribed("us");
		suspect(MissedWakeUpSign.NOT_COUNTED);
		suspect(MissedWakeUpSign.NOT_COUNTED);
		assertThat(this.subscriptions).hasSize(1);
	}

	@Test
	void closedSubscriptionIsNotReplaced() {
		listen();
		this.subscriber.close();
		suspect(MissedWakeUpSign.NOT_COUNTED);
		assertThat(this.subscriptions).hasSize(1);
		assertThat(this.cancelled).hasSize(1);
	}

	private void listen() {
		this.subscriber.ensureSubscribed("us");
		last().subscribed();
	}

	private void suspect(MissedWakeUpSign sign) {
		this.subscriber.suspect(sign, "us");
	}

	private WakeUps last() {
		return this.subscriptions.get(this.subscriptions.size() - 1);
	}

}
