package io.lockstarter.sample.shop.watch;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.lockstarter.LockEvent;
import io.lockstarter.LockEvent.Operation;
import io.lockstarter.LockListener;
import io.lockstarter.sample.shop.watch.TimelineEvent.Kind;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Turns the events of the locks of this instance into {@link TimelineEvent}s. */
@Component
public class LockWatch implements LockListener {

	private final LockEventQueue events;

	/** The number of waiters of each key that has some. */
	private final Map<String, Integer> waiting = new ConcurrentHashMap<>();

	private final AtomicLong unlockedCalls = new AtomicLong();

	private final Clock clock;

	private final String instance;

	LockWatch(LockEventQueue events, Clock clock, @Value("${shop.instance:shop}") String instance) {
		this.events = events;
		this.clock = clock;
		this.instance = instance;
	}

	/** Runs the action without a lock, and publishes its start and its end. */
	public <T> T withoutLock(String key, Supplier<T> action) {
		String id = "unlocked-" + this.unlockedCalls.incrementAndGet();
		publish(this.clock.instant(), Kind.ENTERED, key, id, 0, "");
		try {
			return action.get();
		}
		finally {
			publish(this.clock.instant(), Kind.LEFT, key, id, 0, "");
		}
	}

	@Override
	public boolean supportsEventType(Class<? extends LockEvent> type) {
		return type != LockEvent.Requested.class && type != LockEvent.Granted.class;
	}

	@Override
	public void on(LockEvent event) {
		if (event instanceof LockEvent.Waiting) {
			this.waiting.merge(event.key(), 1, Integer::sum);
			publish(event, Kind.WAITING, "", 0, "");
		}
		else if (event instanceof LockEvent.Acquired acquired) {
			ended(event.key(), acquired.queued());
			publish(event, Kind.ACQUIRED, hold(acquired.token()), acquired.waited().toMillis(), "");
		}
		else if (event instanceof LockEvent.NotAcquired refused) {
			ended(event.key(), refused.queued());
			publish(event, Kind.REFUSED, "", refused.waited().toMillis(), refused.failure().getClass().getSimpleName());
		}
		else if (event instanceof LockEvent.Renewed renewed) {
			publish(event, Kind.RENEWED, hold(renewed.token()), 0, "");
		}
		else if (event instanceof LockEvent.Failed failed && failed.operation() == Operation.RENEW) {
			publish(event, Kind.RENEWAL_FAILED, hold(failed.token()), 0, failed.failure().getClass().getSimpleName());
		}
		else if (event instanceof LockEvent.HandedOn handed) {
			publish(event, Kind.HANDED_ON, hold(handed.token()), 0, "");
		}
		else if (event instanceof LockEvent.Released released) {
			publish(event, Kind.RELEASED, hold(released.token()), released.held().toMillis(),
					released.confirmed() ? "" : "unconfirmed");
		}
		else if (event instanceof LockEvent.Lost lost) {
			publish(event, Kind.LOST, hold(lost.token()), lost.held().toMillis(), lost.reason().name());
		}
	}

	private void ended(String key, boolean waited) {
		if (waited) {
			this.waiting.computeIfPresent(key, (absent, count) -> (count > 1) ? count - 1 : null);
		}
	}

	private void publish(LockEvent event, Kind kind, String hold, long millis, String note) {
		publish(event.at(), kind, event.key(), hold, millis, note);
	}

	private void publish(Instant at, Kind kind, String key, String hold, long millis, String note) {
		this.events.add(new TimelineEvent(at.toEpochMilli(), kind, this.instance, key, hold, millis,
				this.waiting.getOrDefault(key, 0), note));
	}

	private static String hold(String token) {
		return Integer.toHexString(token.hashCode());
	}

}
