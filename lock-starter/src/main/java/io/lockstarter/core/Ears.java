package io.lockstarter.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives the grants of an instance: one subscription, opened when somebody first waits,
 * and replaced when there are signs that nothing arrives.
 */
final class Ears {

	private static final Logger logger = LoggerFactory.getLogger(Ears.class);

	private static final long SHORTEST_PAUSE = TimeUnit.SECONDS.toNanos(5);

	/** Where the lock server never counts subscribers, a replacement changes nothing. */
	private static final long LONGEST_PAUSE = TimeUnit.MINUTES.toNanos(10);

	private final LockStore store;

	private final Lanes.Helpers helpers;

	private final MonotonicClock clock;

	private final Granted onGranted;

	private final Runnable onListening;

	private volatile @Nullable Ear open;

	private volatile long notBefore = Long.MIN_VALUE;

	private long pause;

	private boolean closed;

	/**
	 * Opens nothing yet.
	 * @param store where wake-ups come from
	 * @param helpers run what would block
	 * @param clock the clock
	 * @param onGranted is given a key, the token that has it now, and its ticket
	 * @param onListening is run when wake-ups are heard (again)
	 */
	Ears(LockStore store, Lanes.Helpers helpers, MonotonicClock clock, Granted onGranted, Runnable onListening) {
		this.store = store;
		this.helpers = helpers;
		this.clock = clock;
		this.onGranted = onGranted;
		this.onListening = onListening;
	}

	/** Whether wake-ups are heard; if not, they soon are. */
	boolean hear(String instance) {
		Ear ear = this.open;
		return (ear != null) ? ear.listening : open(instance);
	}

	private synchronized boolean open(String instance) {
		if (this.open == null && !this.closed) {
			this.open = subscribe(instance);
		}
		return false;
	}

	private Ear subscribe(String instance) {
		Ear ear = new Ear();
		ear.cancel = this.store.listen(instance, ear, this.helpers.wakeUps());
		return ear;
	}

	void close() {
		Ear ear;
		synchronized (this) {
			this.closed = true;
			ear = this.open;
			this.open = null;
		}
		if (ear != null) {
			ear.cancel.run();
		}
	}

	/** Subscribes again after {@link #close}, when somebody waits. */
	synchronized void reopen() {
		this.closed = false;
	}

	/**
	 * Replaces the subscription if messages seem not to arrive. One sign may have another
	 * reason. Two in a row without a message between them hardly have, and neither has a
	 * subscription that is not counted and has never received anything.
	 */
	void suspect(WakeUpSign sign, String instance) {
		Ear ear = this.open;
		if (ear == null || !ear.listening || this.clock.nanos() < this.notBefore) {
			return;
		}
		if (ear.signs.incrementAndGet() > 1 || (sign == WakeUpSign.NOT_COUNTED && !ear.received)) {
			if (pauseBeforeTheNext()) {
				this.helpers.workers().execute(() -> replace(ear, instance));
			}
		}
	}

	/** Returns {@code false} if another thread was first. */
	private synchronized boolean pauseBeforeTheNext() {
		long now = this.clock.nanos();
		if (now < this.notBefore) {
			return false;
		}
		boolean first = this.pause == 0 || now > MonotonicClock.plus(this.notBefore, LONGEST_PAUSE);
		this.pause = first ? SHORTEST_PAUSE : Math.min(2 * this.pause, LONGEST_PAUSE);
		this.notBefore = MonotonicClock.plus(now, this.pause);
		return true;
	}

	private void replace(Ear ear, String instance) {
		synchronized (this) {
			if (this.open != ear) {
				return;
			}
			this.open = subscribe(instance);
		}
		logger.info("Wake-ups for waiting locks do not seem to arrive; they are subscribed to again");
		ear.cancel.run();
	}

	/** Is given what was granted. */
	@FunctionalInterface
	interface Granted {

		void granted(String key, String token, long ticket);

	}

	/** One subscription: what a cancelled one still says is not taken for the next. */
	private final class Ear implements WakeUps {

		private volatile boolean listening;

		private volatile boolean received;

		/** Signs of messages that did not arrive, since the last one that did. */
		private final AtomicInteger signs = new AtomicInteger();

		private Runnable cancel = () -> {
		};

		@Override
		public void listening() {
			this.listening = true;
			this.signs.set(0);
			Ears.this.onListening.run();
		}

		@Override
		public void deaf() {
			this.listening = false;
		}

		@Override
		public void granted(String key, String token, long ticket) {
			this.received = true;
			this.signs.set(0);
			Ears.this.onGranted.granted(key, token, ticket);
		}

	}

}
