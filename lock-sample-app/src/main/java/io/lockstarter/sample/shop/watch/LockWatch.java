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
 * Hears what happens to the locks of this instance. A listener is not told that somebody
 * begins to wait, so the shop says so itself: {@link #asks}.
 */
@Component
public class LockWatch implements LockListener {

	private final Outbox outbox;

	private final HeldLocks held;

	private final Waiting waiting = new Waiting();

	private final AtomicLong visits = new AtomicLong();

	private final Clock clock;

	private final String instance;

	LockWatch(Outbox outbox, HeldLocks held, Clock clock, @Value("${shop.instance:shop}") String instance) {
		this.outbox = outbox;
		this.held = held;
		this.clock = clock;
		this.instance = instance;
	}

	/** This thread is about to ask for a lock. */
	public void asks(String key) {
		this.waiting.asks(key);
		tell(Kind.ASKED, key, "", 0, "");
	}

	/** Does without a lock what others would do under one. */
	public <T> T withoutLock(String key, Supplier<T> action) {
		String id = "visit-" + this.visits.incrementAndGet();
		tell(Kind.ENTERED, key, id, 0, "");
		try {
			return action.get();
		}
		finally {
			tell(Kind.LEFT, key, id, 0, "");
		}
	}

	@Override
	public void acquired(LockRequest request, String token, Duration waited) {
		this.waiting.ends(request.key());
		this.held.add(request.key(), token);
		tell(Kind.ACQUIRED, request.key(), hold(token), waited.toMillis(), "");
	}

	@Override
	public void notAcquired(LockRequest request, Duration waited, LockException reason) {
		this.waiting.ends(request.key());
		tell(Kind.REFUSED, request.key(), "", waited.toMillis(), reason.getClass().getSimpleName());
	}

	@Override
	public void released(LockRequest request, String token, Duration held, boolean confirmed) {
		this.held.remove(request.key(), token);
		tell(Kind.RELEASED, request.key(), hold(token), held.toMillis(), confirmed ? "" : "unconfirmed");
	}

	@Override
	public void lost(LockRequest request, String token, LossCause cause) {
		this.held.remove(request.key(), token);
		tell(Kind.LOST, request.key(), hold(token), 0, cause.name());
	}

	@Override
	public void renewalFailed(String key, String token, Exception failure) {
		tell(Kind.RENEWAL_FAILED, key, hold(token), 0, failure.getClass().getSimpleName());
	}

	void renewed(String key, String token) {
		tell(Kind.RENEWED, key, hold(token), 0, "");
	}

	private void tell(Kind kind, String key, String hold, long millis, String note) {
		this.outbox.add(new LockEvent(this.clock.millis(), kind, this.instance, key, hold, millis,
				this.waiting.count(key), note));
	}

	private static String hold(String token) {
		return Integer.toHexString(token.hashCode());
	}

}
