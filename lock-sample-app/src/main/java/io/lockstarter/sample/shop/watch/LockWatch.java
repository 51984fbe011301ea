package io.lockstarter.sample.shop.watch;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.lockstarter.LockException;
import io.lockstarter.LockListener;
import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;
import io.lockstarter.sample.shop.watch.LockEvent.Kind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Turns the events of the locks of this instance into {@link LockEvent}s. A listener
 * receives no event when a caller starts to wait. So the shop calls {@link #acquiring}.
 */
@Component
public class LockWatch implements LockListener {

	private final LockEventQueue events;

	private final HeldLocks held;

	private final WaitingCallers waiting = new WaitingCallers();

	private final AtomicLong unlockedCalls = new AtomicLong();

	private final Clock clock;

	private final String instance;

	LockWatch(LockEventQueue events, HeldLocks held, Clock clock, @Value("${shop.instance:shop}") String instance) {
		this.events = events;
		this.held = held;
		this.clock = clock;
		this.instance = instance;
	}

	/** Records that this thread is about to acquire a lock. */
	public void acquiring(String key) {
		this.waiting.add(key);
		publish(Kind.ASKED, key, "", 0, "");
	}

	/** Runs the action without a lock, and publishes its start and its end. */
	public <T> T withoutLock(String key, Supplier<T> action) {
		String id = "unlocked-" + this.unlockedCalls.incrementAndGet();
		publish(Kind.ENTERED, key, id, 0, "");
		try {
			return action.get();
		}
		finally {
			publish(Kind.LEFT, key, id, 0, "");
		}
	}

	@Override
	public void acquired(LockRequest request, String token, Duration waited) {
		this.waiting.remove(request.key());
		this.held.add(request.key(), token);
		publish(Kind.ACQUIRED, request.key(), hold(token), waited.toMillis(), "");
	}

	@Override
	public void notAcquired(LockRequest request, Duration waited, LockException reason) {
		this.waiting.remove(request.key());
		publish(Kind.REFUSED, request.key(), "", waited.toMillis(), reason.getClass().getSimpleName());
	}

	@Override
	public void released(LockRequest request, String token, Duration held, boolean confirmed) {
		this.held.remove(request.key(), token);
		publish(Kind.RELEASED, request.key(), hold(token), held.toMillis(), confirmed ? "" : "unconfirmed");
	}

	@Override
	public void lost(LockRequest request, String token, LossCause cause) {
		this.held.remove(request.key(), token);
		publish(Kind.LOST, request.key(), hold(token), 0, cause.name());
	}

	@Override
	public void renewalFailed(String key, String token, Exception failure) {
		publish(Kind.RENEWAL_FAILED, key, hold(token), 0, failure.getClass().getSimpleName());
	}

	void renewed(String key, String token) {
		publish(Kind.RENEWED, key, hold(token), 0, "");
	}

	private void publish(Kind kind, String key, String hold, long millis, String note) {
		this.events.add(new LockEvent(this.clock.millis(), kind, this.instance, key, hold, millis,
				this.waiting.count(key), note));
	}

	private static String hold(String token) {
		return Integer.toHexString(token.hashCode());
	}

}
