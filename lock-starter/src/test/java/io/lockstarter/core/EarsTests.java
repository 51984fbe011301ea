package io.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

import io.lockstarter.store.WakeUps;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** When the subscription to wake-ups is replaced. Virtual time. */
class EarsTests {

	private static final Duration LONG = Duration.ofHours(1);

	private final VirtualTime time = new VirtualTime();

	private final List<WakeUps> subscriptions = new ArrayList<>();

	private final List<WakeUps> cancelled = new ArrayList<>();

	private final List<String> granted = new ArrayList<>();

	private int retries;

	private final Ears ears = new Ears(new HandmadeStore() {

		@Override
		public Runnable listen(String instance, WakeUps wakeUps, Executor executor) {
			EarsTests.this.subscriptions.add(wakeUps);
			return () -> EarsTests.this.cancelled.add(wakeUps);
		}

	}, new Lanes.Helpers(Runnable::run, Runnable::run, Runnable::run), this.time,
			(key, token, ticket) -> this.granted.add(token), () -> this.retries++);

	@Test
	void subscriptionThatIsNotCountedIsReplaced() {
		listen();
		suspect(WakeUpSign.NOT_COUNTED);
		assertThat(this.subscriptions).hasSize(2);
		assertThat(this.cancelled).containsExactly(this.subscriptions.get(0));
		assertThat(this.ears.hear("us")).as("not before it listens").isFalse();
		last().listening();
		assertThat(this.ears.hear("us")).isTrue();
		assertThat(this.retries).as("those who wait ask again").isEqualTo(2);
	}

	@Test
	void oneGrantWithoutAMessageMayHaveAnotherReason() {
		listen();
		suspect(WakeUpSign.NO_MESSAGE);
		assertThat(this.subscriptions).hasSize(1);
		suspect(WakeUpSign.NO_MESSAGE);
		assertThat(this.subscriptions).hasSize(2);
	}

	@Test
	void messageThatArrivesEndsTheSuspicion() {
		listen();
		suspect(WakeUpSign.NO_MESSAGE);
		last().granted("k", "us:1", 1);
		suspect(WakeUpSign.NO_MESSAGE);
		assertThat(this.subscriptions).hasSize(1);
	}

	@Test
	void whereMessagesArriveTheCountAloneIsNoReason() {
		listen();
		for (int i = 0; i < 10; i++) {
			last().granted("k", "us:1", 1);
			suspect(WakeUpSign.NOT_COUNTED);
		}
		assertThat(this.subscriptions).hasSize(1);
	}

	/** Some servers never count it, and a replacement changes nothing there. */
	@Test
	void replacementsGetRarer() {
		listen();
		long until = this.time.nanos() + LONG.toNanos();
		while (this.time.nanos() < until) {
			suspect(WakeUpSign.NOT_COUNTED);
			last().listening();
			this.time.pass(Duration.ofSeconds(1));
		}
		assertThat(this.subscriptions).hasSizeBetween(5, 15);
	}

	@Test
	void subscriptionThatDoesNotListenYetIsNotReplaced() {
		this.ears.hear("us");
		suspect(WakeUpSign.NOT_COUNTED);
		suspect(WakeUpSign.NOT_COUNTED);
		assertThat(this.subscriptions).hasSize(1);
	}

	@Test
	void closedOneIsNotReplaced() {
		listen();
		this.ears.close();
		suspect(WakeUpSign.NOT_COUNTED);
		assertThat(this.subscriptions).hasSize(1);
		assertThat(this.cancelled).hasSize(1);
	}

	private void listen() {
		this.ears.hear("us");
		last().listening();
	}

	private void suspect(WakeUpSign sign) {
		this.ears.suspect(sign, "us");
	}

	private WakeUps last() {
		return this.subscriptions.get(this.subscriptions.size() - 1);
	}

}
