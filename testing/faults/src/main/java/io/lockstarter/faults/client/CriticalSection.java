package io.lockstarter.faults.client;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/**
 * The critical section of one hold. It increments the counter, writes to the fenced
 * resource some time after a check, as applications do, and then holds the lock for a
 * while.
 */
final class CriticalSection {

	private static final Duration FREEZE = Duration.ofMillis(500);

	private static final Duration TIMEOUT = Duration.ofSeconds(3);

	private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

	private final CountDownLatch notified = new CountDownLatch(1);

	private final WorkerContext place;

	private final RandomGenerator random;

	private final String key;

	private final String id;

	private final HeldLock held;

	CriticalSection(WorkerContext place, RandomGenerator random, String key, String id, HeldLock held) {
		this.place = place;
		this.random = random;
		this.key = key;
		this.id = id;
		this.held = held;
	}

	void run(Duration stay) {
		log(event(Kind.ACQUIRED).with("fence", this.held.fence()));
		this.held.onLost(() -> {
			log(event(Kind.NOTIFIED));
			this.notified.countDown();
		});
		if (check() && count() && write() && stay(stay)) {
			return;
		}
		log(event(Kind.FOUND_LOST));
		awaitNotification();
	}

	private boolean check() {
		long before = System.nanoTime();
		boolean held = this.held.isHeld();
		if (held) {
			log(Event.of(before, Kind.HELD, this.key, this.id));
		}
		return held;
	}

	private boolean count() {
		int counter = this.place.number(this.key);
		log(event(Kind.UPDATING));
		long read = this.place.memory().counter(counter);
		// Long enough to make a missing lock visible, too short for most pauses to hit
		// it.
		LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
		this.place.memory().setCounter(counter, read + 1);
		boolean held = check();
		log(event(Kind.UPDATED).with("read", read).with("held", held));
		return held;
	}

	private boolean write() {
		if (this.held.fence() == 0) {
			return probe();
		}
		this.place.memory().aboutToWrite(this.place.slot(), 1);
		pause(this.random.nextInt(1, 10));
		awaitFreeze();
		boolean accepted = this.place.writer().write(this.key, this.id, this.held.fence());
		this.place.memory().aboutToWrite(this.place.slot(), -1);
		boolean held = check();
		log(event(Kind.WRITTEN).with("accepted", accepted).with("held", held));
		return held;
	}

	/** Waits, so that a freeze hits a holder between its check and its write. */
	private void awaitFreeze() {
		long end = System.nanoTime() + FREEZE.toNanos();
		while (this.place.memory().freezing(this.place.slot()) && System.nanoTime() < end) {
			pause(1);
		}
	}

	private boolean probe() {
		String token = this.held.token();
		String value = this.place.probe().value(this.key).orElse(token);
		boolean held = check();
		if (held) {
			boolean mine = value.equals(token) || value.startsWith(token + " ");
			log(event(Kind.PROBED).with("mine", mine).with("value", value.isEmpty() ? "no_value" : value));
		}
		return held;
	}

	private boolean stay(Duration stay) {
		long end = System.nanoTime() + stay.toNanos();
		while (System.nanoTime() < end) {
			pause(Math.min(100, stay.toMillis() / 4 + 1));
			if (!check()) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Waits for the notification. The time for which this client did not run hardly
	 * counts: the thread that notifies did not run either, and the client may be killed
	 * before that thread runs again.
	 */
	private void awaitNotification() {
		long waited = 0;
		while (this.notified.getCount() > 0) {
			if (waited > TIMEOUT.toNanos()) {
				log(event(Kind.NOT_NOTIFIED));
				return;
			}
			long before = System.nanoTime();
			pause(1);
			waited += Math.min(System.nanoTime() - before, LONGEST_PAUSE.toNanos());
		}
	}

	/** Also pauses an interrupted thread, and keeps its interrupt flag. */
	private static void pause(long millis) {
		boolean interrupted = Thread.interrupted();
		LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	private Event event(Kind kind) {
		return Event.of(System.nanoTime(), kind, this.key, this.id);
	}

	private void log(Event event) {
		history().add(event);
	}

	private History history() {
		return this.place.history();
	}

}
