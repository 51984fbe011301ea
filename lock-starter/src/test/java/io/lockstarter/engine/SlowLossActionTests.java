package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.testsupport.TestTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests actions on a loss while others are slow. */
@ExtendWith(OutputCaptureExtension.class)
class SlowLossActionTests {

	private final TestInstance instance = new TestInstance(new InMemoryLockStore());

	private final CountDownLatch end = new CountDownLatch(1);

	private final AtomicInteger blocked = new AtomicInteger();

	@AfterEach
	void close() {
		this.end.countDown();
		this.instance.close();
	}

	private void block() {
		this.blocked.incrementAndGet();
		try {
			assertThat(this.end.await(TestTimeouts.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private LockHandle acquire(String key, Runnable action) {
		LockHandle handle = this.instance.locks().acquire(key);
		handle.onLost(action);
		return handle;
	}

	private void lose(LockHandle handle) {
		this.instance.locks().release(handle.key(), handle.token());
	}

	@Test
	void slowActionDoesNotDelayTheActionOfAnotherLock() {
		lose(acquire("slow", this::block));
		await().until(() -> this.blocked.get() == 1);
		CountDownLatch ran = new CountDownLatch(1);
		lose(acquire("other", ran::countDown));
		await().until(() -> ran.getCount() == 0);
	}

	@Test
	void slowActionsDoNotDelayThoseOfTheLibrary() {
		IntStream.range(0, 2 * LossActions.MOST).forEach((i) -> lose(acquire("slow-" + i, this::block)));
		await().until(() -> this.blocked.get() == LossActions.MOST);
		CountDownLatch ran = new CountDownLatch(2);
		lose(acquire("threaded", (OwnLossAction) ran::countDown));
		LockHandle several = this.instance.locks().acquire(List.of(LockRequest.of("a"), LockRequest.of("b")));
		several.onLost((OwnLossAction) ran::countDown);
		lose(several.parts().get(1));
		await().until(() -> ran.getCount() == 0);
	}

	@Test
	void immediateActionRunsOnTheThreadThatNoticesTheLoss() {
		List<Thread> threads = new ArrayList<>();
		lose(acquire("key", new OwnLossAction() {

			@Override
			public boolean isImmediate() {
				return true;
			}

			@Override
			public void run() {
				threads.add(Thread.currentThread());
			}

		}));
		assertThat(threads).containsExactly(Thread.currentThread());
	}

	@Test
	void slowActionsUseALimitedNumberOfThreadsAndAllRun() {
		int locks = 3 * LossActions.MOST;
		AtomicInteger ended = new AtomicInteger();
		AtomicInteger running = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		IntStream.range(0, locks).forEach((i) -> lose(acquire("slow-" + i, () -> {
			most.accumulateAndGet(running.incrementAndGet(), Math::max);
			block();
			running.decrementAndGet();
			ended.incrementAndGet();
		})));
		await().until(() -> this.blocked.get() == LossActions.MOST);
		this.end.countDown();
		await().until(() -> ended.get() == locks);
		assertThat(most).hasValueLessThanOrEqualTo(LossActions.MOST);
	}

	@Test
	void actionsOfOneLockRunInOrderEvenIfOneIsRegisteredAfterTheLoss(CapturedOutput output) {
		List<Integer> order = Collections.synchronizedList(new ArrayList<>());
		LockHandle handle = acquire("key", this::block);
		handle.onLost(() -> order.add(1));
		handle.onLost(() -> {
			order.add(2);
			throw new IllegalStateException("on purpose");
		});
		lose(handle);
		await().until(() -> this.blocked.get() == 1);
		handle.onLost(() -> order.add(3));
		assertThat(order).isEmpty();
		this.end.countDown();
		await().until(() -> order.size() == 3);
		assertThat(order).containsExactly(1, 2, 3);
		assertThat(output).containsOnlyOnce("A loss action failed on the event 'lost' of lock 'key'");
	}

	@Test
	void actionsOfSeveralLocksRunInOrderAndOnceIfAllAreLost() {
		List<Integer> order = Collections.synchronizedList(new ArrayList<>());
		LockHandle several = this.instance.locks().acquire(List.of(LockRequest.of("a"), LockRequest.of("b")));
		several.onLost(() -> {
			block();
			order.add(1);
			throw new IllegalStateException("on purpose");
		});
		several.onLost(() -> order.add(2));
		AtomicInteger otherEnded = new AtomicInteger();
		several.parts().forEach((part) -> part.onLost(otherEnded::incrementAndGet));
		several.parts().forEach(this::lose);
		await().until(() -> this.blocked.get() == 1 && otherEnded.get() == 1);
		several.onLost(() -> order.add(3));
		assertThat(order).isEmpty();
		this.end.countDown();
		await().until(() -> otherEnded.get() == 2 && order.size() == 3);
		assertThat(order).containsExactly(1, 2, 3);
	}

}
