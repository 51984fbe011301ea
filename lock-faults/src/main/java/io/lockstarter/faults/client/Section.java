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
 * The work under one hold: raises the counter, writes to the fenced resource some time
 * after a check, as applications do, and stays for a while.
 */
final class Section {

	private static final Duration FREEZE = Duration.ofMillis(500);

	private static final Duration PATIENCE = Duration.ofSeconds(3);

	private final CountDownLatch told = new CountDownLatch(1);

	private final Workplace place;

	private final RandomGenerator random;

	private final String key;

	private final String id;

	private final Held held;

	Section(Workplace place, RandomGenerator random, String key, String id, Held held) {
		this.place = place;
		this.random = random;
		this.key = key;
		this.id = id;
		this.held = held;
	}

	void run(Duration stay) {
		log(event(Kind.GOT).with("fence", this.held.fence()));
		this.held.onLost(() -> {
			log(event(Kind.TOLD));
			this.told.countDown();
		});
		if (check() && count() && write() && stay(stay)) {
			return;
		}
		log(event(Kind.LAPSED));
		awaitTold();
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
		// Long enough for another to come between, too short for a pause to hit it often.
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

	/** So that a freeze hits a holder between its check and its write. */
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
			log(event(Kind.PROBED).with("mine", mine).with("value", value.isEmpty() ? "nothing" : value));
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

	private void awaitTold() {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (this.told.getCount() > 0) {
			if (System.nanoTime() > end) {
				log(event(Kind.UNTOLD));
				return;
			}
			pause(1);
		}
	}

	/** Goes on for an interrupted thread, which keeps its flag. */
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
