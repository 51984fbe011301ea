package io.lockstarter.engine;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.function.Supplier;

import io.lockstarter.LockAdmin;
import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockType;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Refusals;
import io.lockstarter.lane.Waiter.Terms;
import io.lockstarter.store.Claim;
import io.lockstarter.store.Holder;
import io.lockstarter.store.LockState;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;
import org.jspecify.annotations.Nullable;

/**
 * Implements the lock service: it turns requests into waiters, and holds into handles.
 * One engine is one instance: rule N (instance ids). Two engines in one process are two
 * instances: a lock held by one is busy for the other.
 */
public class LockEngine implements InternalLockService {

	/** The longest time that the shutdown waits for listeners. */
	private static final Duration DELIVERY_LIMIT = Duration.ofSeconds(1);

	private final LockStore store;

	private final LockSettings settings;

	private final MonotonicClock clock;

	private final Releases releases;

	private final LaneRegistry lanes;

	private final DefaultLockHandle.Factory handles;

	private final Commands commands;

	private final AsyncWaiter.Environment async;

	private final ThreadAcquisition several;

	private final LockAdmin admin;

	private final AdapterHolds adapterHolds = new AdapterHolds();

	/**
	 * Creates an instance, and the watchdog that renews its leases.
	 * @param store the lock server
	 * @param settings the settings for all its locks
	 * @param listeners receive events
	 * @param threads the threads and the clock
	 */
	public LockEngine(LockStore store, LockSettings settings, List<LockListener> listeners, LockThreads threads) {
		this(store, settings, listeners, List.of(), threads);
	}

	/**
	 * Creates an instance with observers.
	 * @param store the lock server
	 * @param settings the settings for all its locks
	 * @param listeners receive events; {@code null} if they are not known before
	 * {@link #listenWith}, and then events are kept until its call
	 * @param observers receive all events, on the threads that cause them
	 * @param threads the threads and the clock
	 */
	@SuppressWarnings("this-escape") // newer compilers warn; the parts only keep it
	public LockEngine(LockStore store, LockSettings settings, @Nullable List<LockListener> listeners,
			List<LockObserver> observers, LockThreads threads) {
		this(store, settings, listeners, observers, threads.runtime());
	}

	LockEngine(LockStore store, LockSettings settings, @Nullable List<LockListener> listeners,
			List<LockObserver> observers, EngineRuntime runtime) {
		this.store = store;
		this.settings = settings;
		this.clock = runtime.clock();
		List<LockObserver> all = new ArrayList<>(observers);
		all.add(new LockLog());
		Events events = new Events(listeners, all, this.clock, runtime.events());
		Backoff backoff = new Backoff(settings.retry(), () -> ThreadLocalRandom.current().nextLong());
		this.lanes = new LaneRegistry(new LaneIndex.PerKey(), store, settings, newTokens(), backoff, events, runtime);
		this.commands = new Commands(store, runtime);
		this.releases = new Releases(store, this.commands, runtime, events, this.lanes.claimHandOff());
		this.handles = new DefaultLockHandle.Factory(this.commands, this.releases, events, this.clock);
		this.async = new AsyncWaiter.Environment(this.lanes, this.commands, runtime, this.handles);
		this.several = new ThreadAcquisition(this, this.async);
		this.admin = new EngineAdmin(this, store, this.lanes, runtime);
	}

	/**
	 * Adds the listeners, if they were not known before. They receive the events since
	 * the start, in order. Only the first call has an effect.
	 * @param listeners receive events
	 */
	public void listenWith(List<LockListener> listeners) {
		this.lanes.events().listenWith(listeners);
	}

	/**
	 * Returns the watchdog, which renews the leases of this instance.
	 * @return the watchdog
	 */
	public Watchdog watchdog() {
		return this.lanes.watchdog();
	}

	/**
	 * Returns the tools for operators.
	 * @return the tools
	 */
	public LockAdmin admin() {
		return this.admin;
	}

	LaneRegistry lanes() {
		return this.lanes;
	}

	@Override
	public LockHandle acquire(LockRequest request) {
		return acquireCustomized(customized(request));
	}

	@Override
	public LockRequest customized(LockRequest request) {
		return this.settings.customized(request);
	}

	@Override
	public LockHandle acquireCustomized(List<LockRequest> customized) {
		return (customized.size() == 1) ? acquireCustomized(customized.get(0))
				: this.several.acquire(severalLocks(customized));
	}

	private LockHandle acquireCustomized(LockRequest customized) {
		return acquire(this.settings.terms(customized), this.clock.nanos());
	}

	/** Acquires a lock whose wait time began at the given time. */
	LockHandle acquire(Terms terms, long askedAt) {
		if (terms.triesOnce()) {
			return acquireUninterruptibly(terms, askedAt);
		}
		try {
			return acquireInterruptibly(terms, askedAt);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			LockException refusal = Refusals.interrupted(terms.key());
			refusal.addSuppressed(ex);
			throw refusal;
		}
	}

	@Override
	public Optional<LockHandle> tryAcquire(String key) {
		return tryOnce(customized(LockRequest.of(key)));
	}

	/** Tries to acquire a lock without waiting, whatever its wait time is. */
	Optional<LockHandle> tryOnce(LockRequest customized) {
		return ifNotBusy(() -> acquireCustomized(customized.withWaitTime(Duration.ZERO)));
	}

	@Override
	public CompletableFuture<LockHandle> acquireAsync(LockRequest request) {
		return acquireCustomized(List.of(customized(request)), new Object());
	}

	@Override
	public LockHandle acquire(Collection<LockRequest> requests) {
		return acquireCustomized(SeveralLocks.inOrder(requests, this::customized));
	}

	@Override
	public CompletableFuture<LockHandle> acquireAsync(Collection<LockRequest> requests) {
		List<LockRequest> ordered = SeveralLocks.inOrder(requests, this::customized);
		return (ordered.size() == 1) ? acquireCustomized(ordered, new Object())
				: new AsyncAcquisition(severalLocks(ordered), null, this.async).start();
	}

	@Override
	public CompletableFuture<LockHandle> acquireCustomized(List<LockRequest> customized, Object owner) {
		return (customized.size() == 1)
				? new AsyncWaiter(owner, this.settings.terms(customized.get(0)), this.async).start()
				: new AsyncAcquisition(severalLocks(customized), owner, this.async).start();
	}

	private SeveralLocks severalLocks(List<LockRequest> ordered) {
		List<Terms> terms = ordered.stream().map(this.settings::terms).toList();
		// Before the first lock is asked for, since a refusal would leave that one
		// behind.
		terms.forEach(this.lanes::checkType);
		return new SeveralLocks(terms, this.clock.nanos());
	}

	@Override
	public Lock asLock(LockRequest request) {
		return adapter(customized(request));
	}

	@Override
	public ReadWriteLock asReadWriteLock(String key) {
		LockRequest customized = LockRequest.of(customizedKey(key));
		return new ReadWriteLockAdapter(adapter(customized.withType(LockType.READ)),
				adapter(customized.withType(LockType.WRITE)));
	}

	private Lock adapter(LockRequest customized) {
		LockRequest forever = customized.withWaitTime(LockRequest.FOREVER);
		this.settings.terms(forever); // refuses it now, and not when it is locked
		return new LockAdapter(forever, this, this.adapterHolds);
	}

	@Override
	public Optional<LockInfo> inspect(String key) {
		String customized = customizedKey(key);
		return this.store.describe(customized).map((state) -> info(customized, state));
	}

	private String customizedKey(String key) {
		return customized(LockRequest.of(key)).key();
	}

	/** Describes the holders and waiters of a lock. */
	LockInfo info(String key, LockState state) {
		List<LockInfo.Holder> holders = state.holders()
			.stream()
			.map((each) -> info(key, each.holder(), each.type()))
			.sorted(Comparator.comparing(LockInfo.Holder::heldHere).reversed())
			.toList();
		return new LockInfo(key, holders, state.waiters().stream().map(LockEngine::info).toList());
	}

	private LockInfo.Holder info(String key, Holder holder, LockType type) {
		String token = holder.token();
		Hold hold = this.lanes.hold(key, token);
		return new LockInfo.Holder(token, type, Tokens.instanceOf(token), Tokens.timeOf(token),
				Duration.ofMillis(Math.max(0, holder.remainingMillis())), hold != null,
				(hold != null) ? hold.lane().depth(hold) : 0);
	}

	private static LockInfo.Waiter info(String token) {
		Claim claim = Claim.of(token);
		return new LockInfo.Waiter(token, (claim != null) ? claim.type() : LockType.EXCLUSIVE, Tokens.instanceOf(token),
				Tokens.timeOf(token));
	}

	@Override
	public boolean release(String key, String token) {
		String customized = customizedKey(key);
		Arguments.check(token != null && !token.isBlank(),
				"The token of lock '" + key + "' is null or blank: pass what LockHandle.token() returned");
		Hold hold = this.lanes.hold(customized, token);
		Release release = new Release(customized, token, 0);
		boolean here = false;
		if (hold != null) {
			release = hold.release(this.clock.nanos());
			here = hold.lane().revoke(hold, LockLostException.Reason.RELEASED_BY_TOKEN, this.clock.nanos());
		}
		Release sent = release;
		return Commands.uninterrupted(() -> this.store.release(sent)) == ReleaseReply.RELEASED || here;
	}

	/**
	 * Closes the instance: it grants no more locks and refuses all waiters. It waits for
	 * the holders, and then revokes and releases the locks that are left. At the end it
	 * waits until listeners have received all events, for one second at most.
	 * @param limit how long to wait for the holders
	 */
	public void close(Duration limit) {
		this.lanes.close();
		new EngineShutdown(this.lanes, this.releases, this.store, this.clock).await(limit);
		this.lanes.events().awaitDelivery(DELIVERY_LIMIT);
	}

	/**
	 * Grants locks again after {@link #close}, under a new id: rule N (instance ids).
	 */
	public void open() {
		this.lanes.open(newTokens());
	}

	/**
	 * Opens the subscription for wake-ups in the background. Otherwise the first waiting
	 * caller does so.
	 * @return whether the instance is subscribed now
	 */
	public boolean subscribe() {
		return this.lanes.subscribed();
	}

	/**
	 * Returns the id of this instance, as in its tokens.
	 * @return the id
	 */
	public String instance() {
		return this.lanes.instance();
	}

	/**
	 * Describes what this instance holds and waits for now, without a command to the lock
	 * server.
	 * @return one entry for each key
	 */
	public List<LockSnapshot> snapshot() {
		return this.lanes.snapshot();
	}

	/**
	 * Returns the number of tokens that may be in the lock server without a lease: rule D
	 * (unconfirmed tokens).
	 * @return the number of tokens
	 */
	public int unconfirmedTokens() {
		return this.lanes.sweeper().size();
	}

	/**
	 * Returns the number of events that were dropped because a listener was too slow.
	 * @return the number of events
	 */
	public long droppedEvents() {
		return this.lanes.events().dropped();
	}

	/**
	 * Returns the number of objects in memory for locks: zero if no caller holds or
	 * waits.
	 */
	int entries() {
		return this.lanes.size() + this.lanes.sweeper().size() + this.adapterHolds.size() + this.releases.unanswered();
	}

	/** Returns how many callers of this instance wait for a key. */
	int waiting(String key) {
		return this.lanes.waiting(key);
	}

	LockHandle acquireInterruptibly(LockRequest customized) throws InterruptedException {
		return acquireInterruptibly(this.settings.terms(customized), this.clock.nanos());
	}

	private LockHandle acquireInterruptibly(Terms terms, long askedAt) throws InterruptedException {
		ThreadWaiter waiter = new ThreadWaiter(terms, askedAt);
		try {
			waiter.acquireInterruptibly(this.lanes, this.commands, this.clock);
			return this.handles.handle(waiter);
		}
		catch (InterruptedException ex) {
			this.handles.events().notAcquired(waiter, Refusals.interrupted(terms.key()));
			throw ex;
		}
		catch (RuntimeException | Error ex) {
			this.handles.takeBack(waiter);
			throw ex;
		}
	}

	LockHandle acquireUninterruptibly(LockRequest customized) {
		return acquireUninterruptibly(this.settings.terms(customized), this.clock.nanos());
	}

	private LockHandle acquireUninterruptibly(Terms terms, long askedAt) {
		ThreadWaiter waiter = new ThreadWaiter(terms, askedAt);
		try {
			waiter.acquire(this.lanes, this.commands, this.clock);
			return this.handles.handle(waiter);
		}
		catch (RuntimeException | Error ex) {
			this.handles.takeBack(waiter);
			throw ex;
		}
	}

	static Optional<LockHandle> ifNotBusy(Supplier<LockHandle> acquire) {
		try {
			return Optional.of(acquire.get());
		}
		catch (LockNotAcquiredException ex) {
			if (ex.reason() == Reason.BUSY) {
				return Optional.empty();
			}
			throw ex;
		}
	}

	private Tokens newTokens() {
		return Tokens.draw(this.settings.instanceName(), InstantSource.system());
	}

}
