package io.lockstarter.faults.client;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/**
 * Measures the scheduling delay of this JVM: a thread of normal priority sleeps for a
 * short time again and again, and records each time that it woke up late.
 */
final class Heartbeat implements Runnable {

	private static final long BEAT = Duration.ofMillis(5).toNanos();

	/** Shorter delays are within the tolerance of the checker. */
	private static final long LATE = Duration.ofMillis(20).toNanos();

	private final History history;

	private final String client;

	Heartbeat(History history, String client) {
		this.history = history;
		this.client = client;
	}

	@Override
	public void run() {
		long last = System.nanoTime();
		while (!Thread.currentThread().isInterrupted()) {
			LockSupport.parkNanos(BEAT);
			long now = System.nanoTime();
			if (now - last > LATE) {
				this.history.add(Event.of(now, Kind.PAUSED, Event.NONE, this.client).with("from", last));
			}
			last = now;
		}
	}

}
