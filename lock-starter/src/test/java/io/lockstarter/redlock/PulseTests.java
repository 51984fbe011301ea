package io.lockstarter.redlock;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** When a node is taken for dead. Times are made up. */
@Timeout(60)
class PulseTests {

	private static final long PATIENCE = 100;

	private static final int ROUNDS = 10_000;

	private final Pulse pulse = new Pulse(PATIENCE);

	@Test
	void nodeThatAnswersNothingForTooLongIsSilent() {
		assertThat(this.pulse.sent(0)).isTrue();
		assertThat(this.pulse.sent(PATIENCE)).isTrue();
		assertThat(this.pulse.sent(PATIENCE + 1)).isFalse();
		assertThat(this.pulse.isSilent(PATIENCE + 1)).isTrue();
		this.pulse.answered(PATIENCE + 2);
		assertThat(this.pulse.sent(PATIENCE + 3)).as("it has answered something").isTrue();
	}

	@Test
	void nodeThatWasSentNothingForLongIsNotSilent() {
		this.pulse.sent(0);
		this.pulse.answered(1);
		assertThat(this.pulse.isSilent(1000 * PATIENCE)).isFalse();
		assertThat(this.pulse.isQuiet()).isTrue();
		assertThat(this.pulse.sent(1000 * PATIENCE)).isTrue();
	}

	@Test
	void nodeThatWasIdleForLongIsNotSilentWhenTwoCallersSendAtOnce() throws Exception {
		AtomicInteger steps = new AtomicInteger();
		Callable<Integer> caller = () -> {
			int silent = 0;
			for (int i = 1; i <= ROUNDS; i++) {
				long now = i * 1000L * PATIENCE;
				together(steps);
				silent += this.pulse.sent(now) ? 0 : 1;
				together(steps);
				this.pulse.answered(now);
			}
			return silent;
		};
		ExecutorService threads = Executors.newFixedThreadPool(2);
		try {
			for (Future<Integer> silent : threads.invokeAll(List.of(caller, caller))) {
				assertThat(silent.get()).isZero();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	/** Both go on at the same moment, as far as that is possible. */
	private static void together(AtomicInteger steps) {
		int mine = steps.incrementAndGet();
		int both = mine + mine % 2;
		for (int i = 1; steps.get() < both; i++) {
			if (i % 100 == 0) {
				LockSupport.parkNanos(1); // on one core, the other has to run
			}
			Thread.onSpinWait();
		}
	}

}
