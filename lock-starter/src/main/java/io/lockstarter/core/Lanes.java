package io.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

import io.lockstarter.LossCause;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lanes of an instance, by key, and what surrounds them. Nothing is registered for a
 * lock but its lane.
 */
final class Lanes implements Effects {

	private static final Logger logger = LoggerFactory.getLogger(Lanes.class);

	private final ConcurrentHashMap<String, Lane> byKey = new ConcurrentHashMap<>();

	private final MonotonicClock clock;

	private final Backoff backoff;

	private final Events events;

	private final Ledger ledger;

	private final LockStore store;

	private final LockSettings settings;

	private final Ears ears;

	private volatile Tokens tokens;

	private volatile boolean closed;

	Lanes(LockStore store, LockSettings settings, Tokens tokens, Backoff backoff, MonotonicClock clock,
			Listeners listeners, Helpers helpers) {
		this.store = store;
		this.settings = settings;
		this.tokens = tokens;
		this.backoff = backoff;
		this.clock = clock;
		this.events = new Events(listeners, helpers.events());
		this.ledger = new Ledger(this, clock, this.events);
		this.ears = new Ears(store, helpers, clock, this::granted, this::retryAll);
	}

	/** Lets a waiter ask the lane of its key; an instance that is closed refuses. */
	Lane ask(Waiter waiter) {
		String key = waiter.terms().key();
		while (true) {
			Lane lane = this.byKey.get(key);
			if (lane == null) {
				Lane created = new Lane(key, this);
				Lane other = this.byKey.putIfAbsent(key, created);
				lane = (other != null) ? other : created;
			}
			if (lane.ask(waiter, this.clock.nanos())) {
				if (this.closed) {
					lane.abandon(waiter, Refusals.shutdown(key));
				}
				return lane;
			}
			dead(lane);
		}
	}

	@Nullable Lane find(String key) {
		return this.byKey.get(key);
	}

	@Nullable Hold hold(String key) {
		Lane lane = find(key);
		return (lane != null) ? lane.tenure().hold() : null;
	}

	int waiting(String key) {
		Lane lane = find(key);
		return (lane != null) ? lane.waiting() : 0;
	}

	List<Hold> holds() {
		List<Hold> holds = new ArrayList<>();
		for (Lane lane : this.byKey.values()) {
			Hold hold = lane.tenure().hold();
			if (hold != null) {
				holds.add(hold);
			}
		}
		return holds;
	}

	String instance() {
		return this.tokens.instance();
	}

	int size() {
		return this.byKey.size();
	}

	/** What the watchdog sees. */
	Ledger ledger() {
		return this.ledger;
	}

	void close() {
		this.closed = true;
		this.byKey.values().forEach(Lane::refuseAll);
		this.ears.close();
	}

	void open(Tokens tokens) {
		this.tokens = tokens;
		this.ears.reopen();
		this.closed = false;
	}

	// --- wake-ups

	private void granted(String key, String token, long ticket) {
		Lane lane = this.byKey.get(key);
		if (lane == null || !lane.granted(token, ticket)) {
			// Nobody here waits any more; another instance may.
			sweep(new Release(key, token, 0), this.settings.ttl().toNanos(), false);
		}
	}

	private void retryAll() {
		this.byKey.values().forEach(Lane::retry);
	}

	// --- for the lanes

	/** Never throws: it is called in the middle of a lane's step. */
	@Override
	public boolean hears() {
		try {
			return !this.closed && this.ears.hear(instance());
		}
		catch (Throwable ex) { // no thread to be had, for example
			logger.warn("Wake-ups cannot be heard; whoever waits asks again at intervals", ex);
			return false;
		}
	}

	/** Never throws: it is called in the middle of a lane's step. */
	@Override
	public void suspectWakeUps(WakeUpSign sign) {
		try {
			this.ears.suspect(sign, instance());
		}
		catch (Throwable ex) { // no thread to be had, for example
			logger.warn("The subscription to wake-ups could not be replaced; the next sign of a failure does it", ex);
		}
	}

	@Override
	public boolean confirmsGrants() {
		return this.store.confirmsGrants();
	}

	@Override
	public long longestSleep() {
		return this.settings.longestSleep().toNanos();
	}

	@Override
	public HandOffSettings handOff() {
		return this.settings.handOff();
	}

	@Override
	public String newToken() {
		return this.tokens.next();
	}

	@Override
	public boolean isOurs(String token) {
		return this.tokens.isOurs(token);
	}

	@Override
	public long backoff(int round) {
		return this.backoff.sleep(round);
	}

	@Override
	public long scatter() {
		return this.backoff.scatter();
	}

	@Override
	public void lookBy(long time) {
		this.ledger.lookBy(time);
	}

	@Override
	public void sweep(Release release, long ttl, boolean late) {
		this.ledger.sweep(release, ttl, late);
	}

	@Override
	public void lost(Hold hold, LossCause cause, List<Runnable> actions) {
		this.events.lost(hold, cause, actions);
	}

	@Override
	public void dead(Lane lane) {
		this.byKey.remove(lane.key(), lane);
	}

	/**
	 * Threads for what must not be done on the caller's.
	 *
	 * @param events tell the application what happened
	 * @param wakeUps listens
	 * @param workers do what may block
	 */
	record Helpers(Executor events, Executor wakeUps, Executor workers) {
	}

}
