package io.lockstarter.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.lane.MissedWakeUpSign;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives the grants of an instance by one subscription. The first waiter opens it. It
 * is replaced when there are signs that no message arrives.
 */
final class WakeUpSubscriber {

	private static final Logger logger = LoggerFactory.getLogger(WakeUpSubscriber.class);

	private static final long SHORTEST_PAUSE = TimeUnit.SECONDS.toNanos(5);

	/**
	 * The pause doubles up to this value, because a new subscription does not help if the
	 * server never counts subscribers.
	 */
	private static final long LONGEST_PAUSE = TimeUnit.MINUTES.toNanos(10);

	private final LockStore store;

	private final EngineRuntime runtime;

	private final Granted onGranted;

	private final Runnable onSubscribed;

	private volatile @Nullable OpenSubscription open;

	private volatile long notBefore = Long.MIN_VALUE;

	private long pause;

	private boolean closed;

	/**
	 * Creates a subscriber that is not subscribed yet.
	 * @param store the source of wake-ups
	 * @param runtime the clock and the executors
	 * @param onGranted receives a key, the token that has it now, and its ticket
	 * @param onSubscribed runs after each subscription, since wake-ups before it may be
	 * lost
	 */
	WakeUpSubscriber(LockStore store, EngineRuntime runtime, Granted onGranted, Runnable onSubscribed) {
		this.store = store;
		this.runtime = runtime;
		this.onGranted = onGranted;
		this.onSubscribed = onSubscribed;
	}

	/**
	 * Returns whether the instance is subscribed. If not, it subscribes in the
	 * background.
	 */
	boolean ensureSubscribed(String instance) {
		OpenSubscription subscription = this.open;
		return (subscription != null) ? subscription.subscribed : open(instance);
	}

	private synchronized boolean open(String instance) {
		if (this.open == null && !this.closed) {
			this.open = subscribe(instance);
		}
		return false;
	}

	private OpenSubscription subscribe(String instance) {
		OpenSubscription subscription = new OpenSubscription();
		subscription.cancel = this.store.listen(instance, subscription, this.runtime.wakeUps());
		return subscription;
	}

	void close() {
		OpenSubscription subscription;
		synchronized (this) {
			this.closed = true;
			subscription = this.open;
			this.open = null;
		}
		if (subscription != null) {
			subscription.cancel.run();
		}
	}

	/** Lets the next waiter subscribe again after {@link #close}. */
	synchronized void reopen() {
		this.closed = false;
	}

	/**
	 * Replaces the subscription if messages seem not to arrive. A single sign may have
	 * another reason. Two signs in a row without a message between them are enough. One
	 * sign is enough if the subscription is not counted and has never received a message.
	 */
	void suspect(MissedWakeUpSign sign, String instance) {
		OpenSubscription subscription = this.open;
		if (subscription == null || !subscription.subscribed || this.runtime.clock().nanos() < this.notBefore) {
			return;
		}
		if (subscription.signs.incrementAndGet() > 1
				|| (sign == MissedWakeUpSign.NOT_COUNTED && !subscription.received)) {
			if (pauseBeforeTheNext()) {
				this.runtime.workers().execute(() -> replace(subscription, instance));
			}
		}
	}

	/**
	 * Sets the earliest time of the next replacement. Returns {@code false} if another
	 * thread did so first.
	 */
	private synchronized boolean pauseBeforeTheNext() {
		long now = this.runtime.clock().nanos();
		if (now < this.notBefore) {
			return false;
		}
		boolean first = this.pause == 0 || now > MonotonicClock.plus(this.notBefore, LONGEST_PAUSE);
		this.pause = first ? SHORTEST_PAUSE : Math.min(2 * this.pause, LONGEST_PAUSE);
		this.notBefore = MonotonicClock.plus(now, this.pause);
		return true;
	}

	private void replace(OpenSubscription subscription, String instance) {
		synchronized (this) {
			if (this.open != subscription) {
				return;
			}
			this.open = subscribe(instance);
		}
		logger
			.info("Messages of the lock server for waiting callers apparently do not arrive. The instance subscribes again. "
					+ "Until then, callers may wait longer. If this repeats, check Pub/Sub and the channel permissions of the "
					+ "Redis user.");
		subscription.cancel.run();
	}

	/** Receives grants. */
	@FunctionalInterface
	interface Granted {

		void granted(String key, String token, long ticket, long fence);

		/** Called when a token should ask for the admission of more tokens. */
		default void admitMore(String key, String token) {
		}

		/** Receives a key that an operator has taken away from a token. */
		default void revoked(String key, String token) {
		}

	}

	/**
	 * One subscription. Its state is its own, so that late messages of a canceled one do
	 * not affect the next.
	 */
	private final class OpenSubscription implements WakeUps {

		private volatile boolean subscribed;

		private volatile boolean received;

		/** The number of signs of missing messages since the last message. */
		private final AtomicInteger signs = new AtomicInteger();

		private Runnable cancel = () -> {
		};

		@Override
		public void subscribed() {
			this.subscribed = true;
			this.signs.set(0);
			WakeUpSubscriber.this.onSubscribed.run();
		}

		@Override
		public void unsubscribed() {
			this.subscribed = false;
		}

		@Override
		public void granted(String key, String token, long ticket) {
			granted(key, token, ticket, 0);
		}

		@Override
		public void admitMore(String key, String token) {
			WakeUpSubscriber.this.onGranted.admitMore(key, token);
		}

		@Override
		public void granted(String key, String token, long ticket, long fence) {
			this.received = true;
			this.signs.set(0);
			WakeUpSubscriber.this.onGranted.granted(key, token, ticket, fence);
		}

		@Override
		public void revoked(String key, String token) {
			this.received = true;
			this.signs.set(0);
			WakeUpSubscriber.this.onGranted.revoked(key, token);
		}

	}

}
