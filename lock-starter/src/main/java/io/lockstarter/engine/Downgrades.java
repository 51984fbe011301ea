package io.lockstarter.engine;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.lockstarter.lane.Hold;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends downgrades of writers that have become readers. The instance counts them as
 * readers before the reply, so a lost reply does no harm: the lock server keeps the
 * stronger mode, and the downgrade is repeated in the background.
 */
final class Downgrades {

	private static final Logger logger = LoggerFactory.getLogger(Downgrades.class);

	private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(5);

	private final LockStore store;

	private final MonotonicClock clock;

	private final MonotonicTimer timer;

	private final Executor workers;

	Downgrades(LockStore store, EngineRuntime runtime) {
		this.store = store;
		this.clock = runtime.clock();
		this.timer = runtime.timer();
		this.workers = runtime.sweepers();
	}

	/**
	 * Sends a downgrade.
	 * @param hold the hold of the writer
	 * @param notBefore the end of its minimum hold
	 * @param waits whether the calling thread waits for the first reply
	 */
	void send(Hold hold, long notBefore, boolean waits) {
		if (this.clock.nanos() < notBefore) {
			repeat(hold, notBefore, FIRST_PAUSE);
		}
		else if (waits) {
			Commands.uninterrupted(() -> sendNow(hold, FIRST_PAUSE));
		}
		else {
			sendSoon(hold, FIRST_PAUSE);
		}
	}

	private void sendSoon(Hold hold, long pause) {
		try {
			this.workers.execute(() -> sendNow(hold, pause));
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) { // no thread left
			repeat(hold, MonotonicClock.plus(this.clock.nanos(), pause), pause);
		}
	}

	private boolean sendNow(Hold hold, long pause) {
		try {
			if (hold.isHeld(this.clock.nanos())) {
				this.store.downgrade(hold.lease().key(), hold.lease().token());
			}
			return true;
		}
		catch (RuntimeException ex) {
			logger.debug("Lock '{}' is still held as WRITE in the lock server. The downgrade is sent again.",
					hold.lease().key(), ex);
			repeat(hold, MonotonicClock.plus(this.clock.nanos(), pause), Math.min(2 * pause, LONGEST_PAUSE));
			return false;
		}
	}

	private void repeat(Hold hold, long at, long pause) {
		this.timer.at(at, () -> sendSoon(hold, pause));
	}

}
