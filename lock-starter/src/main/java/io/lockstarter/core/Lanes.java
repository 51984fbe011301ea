package io.lockstarter.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;

import io.lockstarter.LossCause;
import io.lockstarter.store.Lease;
import io.lockstarter.store.LeaseBook;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import io.lockstarter.store.RenewReply;
import io.lockstarter.store.Renewal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lanes of an instance, by key, and what surrounds them. Nothing is registered for a
 * lock but its lane; the watchdog looks through the lanes.
 */
final class Lanes implements LeaseBook, Effects {

	private static final Logger logger = LoggerFactory.getLogger(Lanes.class);

	private final ConcurrentHashMap<String, Lane> byKey = new ConcurrentHashMap<>();

	private final Doubts doubts = new Doubts();

	private final MonotonicClock clock;

	private final Backoff backoff;

	private final Listeners listeners;

	private final Executor events;

	private final LockStore store;

	private final LockSettings settings;

	private final Ears ears;

	private volatile Tokens tokens;

	private volatile boolean closed;

	private volatile LongConsumer keeper = (time) -> {
	};

	Lanes(LockStore store, LockSettings settings, Tokens tokens, Backoff backoff, MonotonicClock clock,
			Listeners listeners, Helpers helpers) {
		this.store = store;
		this.settings = settings;
		this.tokens = tokens;
		this.backoff = backoff;
		this.listeners = listeners;
		this.clock = clock;
		this.events = helpers.events();
		this.ears = new Ears(store, helpers.wakeUps(), this::granted, this::retryAll);
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

	@Nullable Hold hold(String key) {
		Lane lane = this.byKey.get(key);
		return (lane != null) ? lane.tenure().hold() : null;
	}

	int waiting(String key) {
		Lane lane = this.byKey.get(key);
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

	int doubts() {
		return this.doubts.size();
	}

	void close() {
		this.closed = true;
		this.byKey.values().forEach(Lane::refuseAll);
		this.ears.close();
	}

	/** What is still to be swept: at the end there is no later. */
	List<Release> sweepsLeft() {
		return this.doubts.all(this.clock.nanos());
	}

	void open(Tokens tokens) {
		this.tokens = tokens;
		this.closed = false;
	}

	// --- for the watchdog

	@Override
	public void keptBy(LongConsumer keeper) {
		this.keeper = keeper;
	}

	@Override
	public Round due(long now) {
		long shortest = MonotonicClock.NEVER;
		List<Hold> holds = holds();
		for (Hold hold : holds) {
			hold.tenure().expire(hold, now);
			shortest = Math.min(shortest, hold.lease().ttl());
		}
		// What is due a little later goes along, so that many leases make few batches.
		long horizon = MonotonicClock.plus(now, shortest / 30);
		long nextLook = MonotonicClock.NEVER;
		List<Renewal> renewals = new ArrayList<>();
		for (Hold hold : holds) {
			Renewal renewal = hold.tenure().renewal(now, horizon);
			if (renewal != null) {
				renewals.add(renewal);
			}
			if (hold.tenure().hold() == hold) {
				nextLook = Math.min(nextLook, hold.nextLook());
			}
		}
		List<Release> sweeps = this.doubts.due(now);
		return new Round(renewals, sweeps, Math.min(nextLook, this.doubts.next()));
	}

	@Override
	public void renewed(Lease lease, RenewReply reply, long sentAt, long ttl) {
		Lane lane = this.byKey.get(lease.key());
		if (lane != null && lease instanceof HeldLease held) {
			lane.tenure().renewed(held, reply, sentAt, ttl, this.clock.nanos());
		}
	}

	@Override
	public void renewalFailed(Lease lease, Exception failure) {
		logger.debug("Renewal of lock '{}' failed, it is tried again", lease.key(), failure);
		renewed(lease, RenewReply.FAILED, 0, 0);
		soon(this.events,
				() -> this.listeners.tell((listener) -> listener.renewalFailed(lease.key(), lease.token(), failure)));
	}

	@Override
	public void swept(List<Release> batch, List<ReleaseReply> replies) {
		this.doubts.swept(batch, replies, this.clock.nanos());
		lookBy(this.doubts.next());
	}

	// --- wake-ups

	private void granted(String key, String token) {
		Lane lane = this.byKey.get(key);
		if (lane == null || !lane.granted(token)) {
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

	/** Never throws: it is called in the middle of a lane's step. */
	@Override
	public void lookBy(long time) {
		try {
			this.keeper.accept(time);
		}
		catch (Throwable ex) { // no thread to be had, for example
			logger.warn("The lock watchdog could not be woken; the next lock does it", ex);
		}
	}

	@Override
	public void sweep(Release release, long ttl, boolean late) {
		long now = this.clock.nanos();
		this.doubts.add(release, ttl, late, now);
		lookBy(now);
	}

	@Override
	public void lost(Hold hold, LossCause cause, List<Runnable> actions) {
		soon(this.events, () -> {
			logger.warn("Lock '{}' was lost: {}", hold.lease().key(), cause);
			actions.forEach(Listeners::guard);
			this.listeners.tell((listener) -> listener.lost(hold.terms().request(), hold.lease().token(), cause));
		});
	}

	/** Never throws: it is called in the middle of a lane's step. */
	private static void soon(Executor executor, Runnable event) {
		try {
			executor.execute(() -> Listeners.guard(event));
		}
		catch (Throwable ex) { // no thread to be had, for example
			logger.warn("An event of a lock was dropped", ex);
		}
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
	 */
	record Helpers(Executor events, Executor wakeUps) {
	}

}
