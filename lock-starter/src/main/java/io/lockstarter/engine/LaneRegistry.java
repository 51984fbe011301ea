package io.lockstarter.engine;

import java.util.ArrayList;
import java.util.List;

import io.lockstarter.LossCause;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.lane.HeldLease.SentToken;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.LaneCallbacks;
import io.lockstarter.lane.MissedWakeUpSign;
import io.lockstarter.lane.Refusals;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the lanes of an instance, and connects them to its parts. A lock has no other
 * entry in memory than its lane.
 */
final class LaneRegistry implements LaneCallbacks {

	private static final Logger logger = LoggerFactory.getLogger(LaneRegistry.class);

	private final LaneIndex index;

	private final MonotonicClock clock;

	private final Backoff backoff;

	private final Events events;

	private final Watchdog watchdog;

	private final Sweeper sweeper;

	private final LockStore store;

	private final LockSettings settings;

	private final WakeUpSubscriber subscriber;

	private volatile Tokens tokens;

	private volatile boolean closed;

	LaneRegistry(LaneIndex index, LockStore store, LockSettings settings, Tokens tokens, Backoff backoff, Events events,
			EngineRuntime runtime) {
		this.index = index;
		this.store = store;
		this.settings = settings;
		this.tokens = tokens;
		this.backoff = backoff;
		this.clock = runtime.clock();
		this.events = events;
		this.watchdog = new Watchdog(this::holds, store, this.clock, runtime.timer(), runtime.renewers(), events);
		this.sweeper = new Sweeper(store, this.clock, runtime.timer(), runtime.sweepers());
		this.subscriber = new WakeUpSubscriber(store, runtime, this::granted, this::retryAll);
	}

	/** Adds a waiter to the lane of its key. A closed instance refuses it. */
	Lane ask(Waiter waiter) {
		String key = waiter.terms().key();
		while (true) {
			Lane lane = this.index.forCaller(key, (name) -> new Lane(name, this));
			if (lane.ask(waiter, this.clock.nanos())) {
				if (this.closed) {
					lane.abandon(waiter, Refusals.shutdown(key));
				}
				return lane;
			}
			dead(lane);
		}
	}

	/** Returns the hold that has a token. */
	@Nullable Hold hold(String key, String token) {
		Lane lane = this.index.find(key, token);
		Hold hold = (lane != null) ? lane.hold() : null;
		return (hold != null && hold.lease().token().equals(token)) ? hold : null;
	}

	int waiting(String key) {
		return this.index.all(key).stream().mapToInt(Lane::waiting).sum();
	}

	List<Hold> holds() {
		List<Hold> holds = new ArrayList<>();
		for (Lane lane : this.index.all()) {
			Hold hold = lane.hold();
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
		return this.index.all().size();
	}

	Watchdog watchdog() {
		return this.watchdog;
	}

	Sweeper sweeper() {
		return this.sweeper;
	}

	void close() {
		this.closed = true;
		this.index.all().forEach(Lane::refuseAll);
		this.subscriber.close();
	}

	void open(Tokens tokens) {
		this.tokens = tokens;
		this.subscriber.reopen();
		this.closed = false;
	}

	// --- wake-ups

	private void granted(String key, String token, long ticket) {
		Lane lane = this.index.find(key, token);
		if (lane == null || !lane.granted(token, ticket)) {
			// No caller here waits any more, but another instance may.
			sweep(new SentToken(key, token, this.settings.ttl().toNanos(), false), 0, 0);
		}
	}

	private void retryAll() {
		this.index.all().forEach(Lane::retry);
	}

	// --- for the lanes

	/** Never throws: it is called in the middle of a lane's step. */
	@Override
	public boolean subscribed() {
		try {
			return !this.closed && this.subscriber.ensureSubscribed(instance());
		}
		catch (Throwable ex) { // for example, no thread
			logger.warn("Cannot subscribe to wake-ups; waiting callers ask the lock server at intervals", ex);
			return false;
		}
	}

	/** Never throws: it is called in the middle of a lane's step. */
	@Override
	public void suspectWakeUps(MissedWakeUpSign sign) {
		try {
			this.subscriber.suspect(sign, instance());
		}
		catch (Throwable ex) { // for example, no thread
			logger
				.warn("The subscription to wake-ups could not be opened again. The instance tries again after the next "
						+ "missed wake-up.", ex);
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
	public boolean closed() {
		return this.closed;
	}

	@Override
	public String newToken(Lane lane) {
		String token = this.tokens.next();
		this.index.uses(lane, token);
		return token;
	}

	@Override
	public boolean isLeftover(String token) {
		return this.tokens.isOurs(token) && !this.index.isUsed(token);
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
	public void wakeWatchdogBy(long time) {
		this.watchdog.checkBy(time);
	}

	@Override
	public void sweep(SentToken sent, long keepMillis, long fence) {
		this.sweeper.sweep(sent, keepMillis, fence);
	}

	@Override
	public void waiting(Waiter waiter) {
		this.events.waiting(waiter.terms().request());
	}

	@Override
	public void granted(Attempt attempt) {
		this.events.granted(attempt.waiter().terms().request(), attempt.token());
	}

	@Override
	public void handedOn(Hold hold) {
		this.events.handedOn(hold);
	}

	@Override
	public void renewed(Hold hold) {
		this.events.renewed(hold);
	}

	@Override
	public void lost(Hold hold, LossCause cause, List<Runnable> actions) {
		this.events.lost(hold, cause, actions);
	}

	@Override
	public void dead(Lane lane) {
		this.index.remove(lane);
	}

}
