package io.lockstarter.engine;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

import io.lockstarter.LockEvent;
import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.ReleaseMode;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.memory.InMemoryLockStore;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tests that an observer receives every event once, with its request. */
class LockObserverTests {

	private static final LockRequest REQUEST = LockRequest.of("k").withWaitTime(Duration.ofSeconds(30));

	/** A lease may be handed on for as long as a slow test takes. */
	private static final LockSettings SETTINGS = new LockSettings("app", Duration.ofSeconds(30), Duration.ofSeconds(5),
			null, RetrySettings.DEFAULT, Duration.ofSeconds(2), ReleaseMode.SYNC,
			new HandOffSettings(256, Duration.ofMinutes(10), Duration.ZERO), false);

	private final LockStore store = new InMemoryLockStore(MonotonicClock.system());

	private final LockThreads threads = new LockThreads(MonotonicClock.system());

	private final LockThreads othersThreads = new LockThreads(MonotonicClock.system());

	private final Recorder recorder = new Recorder();

	private final LockEngine locks = new LockEngine(this.store, SETTINGS, List.of(), List.of(this.recorder),
			this.threads);

	private final LockEngine others = new LockEngine(this.store, LockSettings.DEFAULT, List.of(), this.othersThreads);

	@AfterEach
	void close() {
		this.locks.close(Duration.ZERO);
		this.others.close(Duration.ZERO);
		this.threads.close();
		this.othersThreads.close();
	}

	@Test
	void freeLock() {
		this.locks.acquire(REQUEST).close();
		assertThat(this.recorder.events).containsExactly("requested k", "acquired k", "released k true");
	}

	@Test
	void busyLock() {
		this.others.acquire(REQUEST);
		assertThat(this.locks.tryAcquire("k")).isEmpty();
		assertThat(this.recorder.events).containsExactly("requested k", "not acquired k LockNotAcquiredException");
	}

	@Test
	void lockGrantedByAnotherInstance() {
		LockHandle theirs = this.others.acquire(REQUEST);
		var ours = this.locks.acquireAsync(REQUEST);
		await().until(() -> this.recorder.events.contains("waiting k"));
		theirs.close();
		ours.join().close();
		await().untilAsserted(
				() -> assertThat(this.recorder.events).contains("waiting k", "acquired k", "released k true"));
	}

	@Test
	void handedOnLock() {
		LockHandle first = this.locks.acquire(REQUEST);
		var second = this.locks.acquireAsync(REQUEST);
		await().until(() -> this.recorder.events.contains("waiting k"));
		first.close();
		second.join().close();
		await().untilAsserted(() -> assertThat(this.recorder.events).containsOnlyOnce("handed on k", "waiting k"));
	}

	@Test
	void renewedAndLostLock() {
		// Renewed often, but with a ttl that does not end on a busy machine.
		LockSettings eager = new LockSettings("app", Duration.ofMinutes(2), Duration.ofSeconds(5),
				Duration.ofMillis(50), RetrySettings.DEFAULT, Duration.ofSeconds(2), ReleaseMode.SYNC,
				HandOffSettings.DEFAULT, false);
		LockHandle handle = new LockEngine(this.store, eager, List.of(), List.of(this.recorder), this.threads)
			.acquire(REQUEST);
		await().until(() -> this.recorder.events.contains("renewed k"));
		this.others.release("k", handle.token());
		await().until(() -> this.recorder.events.contains("lost k NOT_OURS"));
	}

	@Test
	void observerThatThrowsDoesNotAffectTheLock() {
		this.recorder.broken = true;
		try (LockHandle handle = this.locks.acquire(REQUEST)) {
			assertThat(handle.isHeld()).isTrue();
		}
		assertThat(this.locks.entries()).isZero();
	}

	private static final class Recorder implements LockObserver {

		private final List<String> events = new CopyOnWriteArrayList<>();

		private volatile boolean broken;

		@Override
		public void on(LockEvent event, Object owner) {
			this.events.add(text(event));
			if (this.broken) {
				throw new IllegalStateException("broken");
			}
		}

		private static String text(LockEvent event) {
			String text = event.getClass()
				.getSimpleName()
				.replaceAll("(?<=[a-z])(?=[A-Z])", " ")
				.toLowerCase(Locale.ROOT) + " " + event.key();
			if (event instanceof LockEvent.NotAcquired refused) {
				return text + " " + refused.failure().getClass().getSimpleName();
			}
			if (event instanceof LockEvent.Released released) {
				return text + " " + released.confirmed();
			}
			return (event instanceof LockEvent.Lost lost) ? text + " " + lost.reason() : text;
		}

	}

}
