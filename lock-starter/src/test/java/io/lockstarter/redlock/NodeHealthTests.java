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

/** Checks when a node counts as silent, with invented times. */
@Timeout(60)
class NodeHealthTests {

	private static final long PATIENCE = 100;

	private static final int ROUNDS = 10_000;

	private final NodeHealth health = new NodeHealth(PATIENCE);

	@Test
	void nodeWithoutAnAnswerForTooLongIsSilent() {
		assertThat(this.health.sent(0)).isTrue();
		assertThat(this.health.sent(PATIENCE)).isTrue();
		assertThat(this.health.sent(PATIENCE + 1)).isFalse();
		assertThat(this.health.isSilent(PATIENCE + 1)).isTrue();
		this.health.answered(PATIENCE + 2);
		assertThat(this.health.sent(PATIENCE + 3)).as("it has answered something").isTrue();
	}

	@Test
	void idleNodeIsNotSilent() {
		this.health.sent(0);
		this.health.answered(1);
		assertThat(this.health.isSilent(1000 * PATIENCE)).isFalse();
		assertThat(this.health.isQuiet()).isTrue();
		assertThat(this.health.sent(1000 * PATIENCE)).isTrue();
	}

	@Test
	void idleNodeIsNotSilentWhenTwoCallersSendAtOnce() throws Exception {
		AtomicInteger steps = new AtomicInteger();
		Callable<Integer> caller = () -> {
			int silent = 0;
			for (int i = 1; i <= ROUNDS; i++) {
				long now = i * 1000L * PATIENCE;
				together(steps);
				silent += this.health.sent(now) ? 0 : 1;
				together(steps);
				this.health.answered(now);
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

	/** Lets both threads continue at about the same moment. */
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
