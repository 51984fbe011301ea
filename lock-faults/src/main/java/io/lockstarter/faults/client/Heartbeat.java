package io.lockstarter.faults.client;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/** Notices when this JVM's threads did not run for a while. */
final class Heartbeat implements Runnable {

	private static final long BEAT = Duration.ofMillis(5).toNanos();

	private static final long PAUSE = Duration.ofMillis(50).toNanos();

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
			if (now - last > PAUSE) {
				this.history.add(Event.of(now, Kind.PAUSED, Event.NONE, this.client).with("from", last));
			}
			last = now;
		}
	}

}
