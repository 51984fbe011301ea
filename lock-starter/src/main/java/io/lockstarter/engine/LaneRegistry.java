package io.lockstarter.engine;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.lockstarter.LockLostException;
import io.lockstarter.LockType;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.lane.HeldLease.SentToken;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.LaneCallbacks;
import io.lockstarter.lane.MissedWakeUpSign;
import io.lockstarter.lane.Refusals;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.Claim;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.StoreException;
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

	private final ClaimIndex claims = new ClaimIndex();

	private final MonotonicClock clock;

	private final Backoff backoff;

	private final Events events;

	private final Watchdog watchdog;

	private final Sweeper sweeper;

	private final Refresher refresher;

	private final ClaimLanes claimLanes;

	private final ClaimHandOff claimHandOff;

	private final LockStore store;

	private final LockSettings settings;

	private final WakeUpSubscriber subscriber;

	private final HolderText holderText = new HolderText(InstantSource.system(), this::holdOf);

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
		this.refresher = new Refresher(this.claims::all, store, settings, runtime);
		this.claimLanes = new ClaimLanes(this.claims, this, this.clock);
		this.claimHandOff = new ClaimHandOff(this.claims, runtime, this::joinAnother, this.sweeper);
		this.subscriber = new WakeUpSubscriber(store, runtime, new Grants(), this::retryAll);
	}

	/** Adds a waiter to the lane of its key. A closed instance refuses it. */
	Lane ask(Waiter waiter) {
		String key = waiter.terms().key();
		if (waiter.terms().type() != LockType.EXCLUSIVE) {
			return askForClaim(waiter, key);
		}
		while (true) {
			Lane lane = this.index.forCaller(key, (name) -> new Lane(name, this));
			if (lane.ask(waiter, this.clock.nanos())) {
				requestedUnlessNested(waiter);
				if (this.closed) {
					lane.abandon(waiter, Refusals.shutdown(key));
				}
				return lane;
			}
			dead(lane);
		}
	}

	private Lane askForClaim(Waiter waiter, String key) {
		checkType(waiter.terms());
		Lane lane = this.claimLanes.ask(waiter);
		requestedUnlessNested(waiter);
		if (this.closed) {
			lane.abandon(waiter, Refusals.shutdown(key));
		}
		return lane;
	}

	/** Lets a caller wait in another lane, since it was not served after its move. */
	private void joinAnother(Waiter waiter) {
		this.claimLanes.joinAnother(waiter);
		if (this.closed) {
			waiter.lane().abandon(waiter, Refusals.shutdown(waiter.terms().key()));
		}
	}

	/** Returns the part that hands on the permits of semaphores. */
	ClaimHandOff claimHandOff() {
		return this.claimHandOff;
	}

	/** Refuses a type that the lock server does not have. */
	void checkType(Waiter.Terms terms) {
		Arguments.check(terms.type() == LockType.EXCLUSIVE || this.store.supports(terms.type()),
				"Lock '" + terms.key() + "' has type " + terms.type() + ", but " + this.store.getClass().getSimpleName()
						+ " has only locks of type EXCLUSIVE. Use this type, or another lock server.");
	}

	private LaneIndex index(String token) {
		return Claim.isIn(token) ? this.claims : this.index;
	}

	private void requestedUnlessNested(Waiter waiter) {
		Hold hold = waiter.hold();
		if (hold == null || hold.waiter() == waiter) {
			this.events.requested(waiter);
		}
	}

	/** Returns the hold that has a token. */
	@Nullable Hold hold(String key, String token) {
		Lane lane = index(token).find(key, token);
		Hold hold = (lane != null) ? lane.hold() : null;
		return (hold != null && hold.lease().token().equals(token)) ? hold : null;
	}

	/** For tests: lets every token count as unused. */
	void forgetTokens() {
		this.claims.forgetTokens();
	}

	int waiting(String key) {
		return Stream.concat(this.index.all(key).stream(), this.claims.all(key).stream()).mapToInt(Lane::waiting).sum();
	}

	List<Hold> holds() {
		List<Hold> holds = new ArrayList<>();
		addHolds(this.index, holds);
		addHolds(this.claims, holds);
		return holds;
	}

	private static void addHolds(LaneIndex lanes, List<Hold> holds) {
		for (Lane lane : lanes.all()) {
			Hold hold = lane.hold();
			if (hold != null) {
				holds.add(hold);
			}
		}
	}

	/** Returns the part that emits events. */
	Events events() {
		return this.events;
	}

	/** Describes what this instance holds and waits for. */
	List<LockSnapshot> snapshot() {
		long now = this.clock.nanos();
		List<LockSnapshot> all = new ArrayList<>();
		List<Lane> every = Stream.concat(this.index.all().stream(), this.claims.all().stream()).toList();
		for (Lane lane : every) {
			Hold hold = lane.hold();
			List<LockSnapshot.Waiting> waiting = lane.waiters()
				.stream()
				.map((waiter) -> new LockSnapshot.Waiting(waiter.terms().request(), waiter.owner(),
						Duration.ofNanos(now - waiter.askedAt())))
				.toList();
			if (hold != null || !waiting.isEmpty()) {
				all.add(new LockSnapshot(lane.key(), (hold != null) ? holder(hold, now) : null, waiting));
			}
		}
		return all;
	}

	private static LockSnapshot.Holder holder(Hold hold, long now) {
		return new LockSnapshot.Holder(hold.terms().request(), hold.waiter().owner(), hold.lease().token(),
				Duration.ofNanos(now - hold.grantedAt()), Duration.ofNanos(Math.max(0, hold.deadline() - now)),
				hold.fence(), hold.lane().depth(hold));
	}

	String instance() {
		return this.tokens.instance();
	}

	int size() {
		return this.index.all().size() + this.claims.all().size();
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
		this.claims.all().forEach(Lane::refuseAll);
		this.subscriber.close();
	}

	void open(Tokens tokens) {
		this.tokens = tokens;
		this.subscriber.reopen();
		this.closed = false;
	}

	// --- wake-ups

	private void granted(String key, String token, long ticket, long fence) {
		Lane lane = index(token).find(key, token);
		if (lane == null || !lane.granted(token, ticket, fence)) {
			// No caller here waits any more, but another instance may.
			sweep(new SentToken(key, token, this.settings.ttl().toNanos(), false), 0, 0);
			if (lane != null) {
				// Otherwise the next place without a caller may be granted the key.
				this.claimHandOff.endSpares(lane).forEach(this.claimHandOff::sweep);
			}
		}
	}

	private void revoked(String key, String token) {
		Hold hold = hold(key, token);
		if (hold != null) {
			hold.lane().revoke(hold, LockLostException.Reason.FORCED, this.clock.nanos());
		}
	}

	/** Receives the messages of the lock server. */
	private final class Grants implements WakeUpSubscriber.Granted {

		@Override
		public void granted(String key, String token, long ticket, long fence) {
			LaneRegistry.this.granted(key, token, ticket, fence);
		}

		@Override
		public void revoked(String key, String token) {
			LaneRegistry.this.revoked(key, token);
		}

		@Override
		public void admitMore(String key, String token) {
			// The caller that has the token may not have woken up yet, so there may be no
			// hold.
			Claim claim = Claim.of(token);
			if (claim != null) {
				LaneRegistry.this.refresher.admitMore(key, token, claim.grantMillis());
			}
		}

	}

	/** Lets all waiters ask again now, since wake-ups may have been lost. */
	void retryAll() {
		this.index.all().forEach(Lane::retry);
		this.claims.all().forEach(Lane::retry);
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
		Claim claim = lane.claim();
		if (claim != null) {
			String token = this.tokens.next(claim);
			this.claims.uses(lane, token);
			return token;
		}
		String token = this.tokens.next();
		this.index.uses(lane, token);
		return token;
	}

	@Override
	public boolean isLeftover(String token) {
		return this.tokens.isOurs(token) && !index(token).isUsed(token);
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
	public void refreshBy(long time) {
		this.refresher.refreshBy(time);
	}

	@Override
	public void sweep(SentToken sent, long keepMillis, long fence) {
		this.sweeper.sweep(sent, keepMillis, fence);
	}

	@Override
	public void requested(Waiter waiter) {
		this.events.requestedInLane(waiter);
	}

	@Override
	public void waiting(Waiter waiter) {
		this.events.waitingInLane(waiter);
	}

	@Override
	public void acquired(Hold hold) {
		if (hold.lane().claim() != null) {
			this.claims.holds(hold);
		}
		this.events.acquiredInLane(hold);
	}

	@Override
	public void failed(Attempt attempt, StoreException failure) {
		this.events.failedInLane(attempt, failure);
	}

	@Override
	public void granted(Waiter head, String token) {
		this.events.grantedInLane(head, token);
	}

	@Override
	public void handedOn(Hold hold) {
		this.events.handedOnInLane(hold);
	}

	@Override
	public void renewed(Hold hold) {
		this.events.renewedInLane(hold);
	}

	@Override
	public void released(Hold hold, boolean confirmed) {
		this.events.releasedInLane(hold, confirmed);
	}

	@Override
	public void lost(Hold hold, LockLostException.Reason cause, List<Hold.LossAction> actions) {
		this.events.lostInLane(hold, cause, actions);
	}

	@Override
	public String describeHolder(Waiter waiter, @Nullable Hold hold, @Nullable String token, int waiting, long now) {
		Hold known = (hold != null) ? hold : claimHold(waiter.terms().key());
		return this.holderText.describe(waiter, known, token, waiting, now);
	}

	/** Returns the hold that callers of a lane wait for, if it is in this instance. */
	private @Nullable Hold holdOf(Lane lane) {
		Hold hold = lane.hold();
		return (hold != null) ? hold : claimHold(lane.key());
	}

	/** Returns a hold of a lock whose callers have a lane each. */
	private @Nullable Hold claimHold(String key) {
		for (Lane lane : this.claims.all(key)) {
			Hold hold = lane.hold();
			if (hold != null) {
				return hold;
			}
		}
		return null;
	}

	@Override
	public void dead(Lane lane) {
		((lane.claim() != null) ? this.claims : this.index).remove(lane);
	}

}
