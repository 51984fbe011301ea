package io.lockstarter.engine;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import io.lockstarter.LockException;
import io.lockstarter.LockHandle;
import io.lockstarter.LockInfo;
import io.lockstarter.LockListener;
import io.lockstarter.LockNotAcquiredException;
import io.lockstarter.LockNotAcquiredException.Reason;
import io.lockstarter.LockRequest;
import io.lockstarter.LockScope;
import io.lockstarter.LockService;
import io.lockstarter.LossCause;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Refusals;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;

/**
 * Implements the lock service: it turns requests into waiters, and holds into handles.
 * One engine is one instance: rule N (instance ids). Two engines in one process are two
 * instances: a lock held by one is busy for the other.
 */
public class LockEngine implements LockService {

	private static final String NO_ACTION = "The action is null: pass the code to run under the lock";

	private final LockStore store;

	private final LockSettings settings;

	private final MonotonicClock clock;

	private final Releases releases;

	private final LaneRegistry lanes;

	private final DefaultLockHandle.Factory handles;

	private final Commands commands;

	private final AsyncWaiter.Environment async;

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
	 * @param listeners receive events
	 * @param observers receive all events
	 * @param threads the threads and the clock
	 */
	public LockEngine(LockStore store, LockSettings settings, List<LockListener> listeners,
			List<LockObserver> observers, LockThreads threads) {
		this(store, settings, listeners, observers, threads.runtime());
	}

	LockEngine(LockStore store, LockSettings settings, List<LockListener> listeners, List<LockObserver> observers,
			EngineRuntime runtime) {
		this.store = store;
		this.settings = settings;
		this.clock = runtime.clock();
		Events events = new Events(listeners, observers, this.clock, runtime.events());
		Backoff backoff = new Backoff(settings.retry(), () -> ThreadLocalRandom.current().nextLong());
		this.lanes = new LaneRegistry(new LaneIndex.PerKey(), store, settings, newTokens(), backoff, events, runtime);
		this.commands = new Commands(store, runtime);
		this.releases = new Releases(store, this.commands, runtime, events);
		this.handles = new DefaultLockHandle.Factory(this.commands, this.releases, events, this.clock);
		this.async = new AsyncWaiter.Environment(this.lanes, this.commands, runtime, this.handles);
	}

	/**
	 * Returns the watchdog, which renews the leases of this instance.
	 * @return the watchdog
	 */
	public Watchdog watchdog() {
		return this.lanes.watchdog();
	}

	LaneRegistry lanes() {
		return this.lanes;
	}

	@Override
	public LockHandle acquire(String key) {
		return acquire(LockRequest.of(key));
	}

	@Override
	public LockHandle acquire(LockRequest request) {
		if (this.settings.terms(request).triesOnce()) {
			return acquireUninterruptibly(request);
		}
		try {
			return acquireInterruptibly(request);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			LockException refusal = Refusals.interrupted(request.key());
			refusal.addSuppressed(ex);
			throw refusal;
		}
	}

	@Override
	public Optional<LockHandle> tryAcquire(String key) {
		return tryAcquire(LockRequest.of(key).withWaitTime(Duration.ZERO));
	}

	@Override
	public Optional<LockHandle> tryAcquire(LockRequest request) {
		return ifNotBusy(() -> acquire(request));
	}

	@Override
	@SuppressWarnings("try")
	public void run(LockRequest request, Runnable action) {
		Arguments.check(action != null, NO_ACTION);
		try (LockHandle handle = acquire(request); LockScope scope = LockScope.open(handle)) {
			action.run();
		}
	}

	@Override
	@SuppressWarnings("try")
	public <T> T call(LockRequest request, Callable<T> action) throws Exception {
		Arguments.check(action != null, NO_ACTION);
		try (LockHandle handle = acquire(request); LockScope scope = LockScope.open(handle)) {
			return action.call();
		}
	}

	@Override
	public CompletionStage<LockHandle> acquireAsync(LockRequest request) {
		return new AsyncWaiter(this.settings.terms(request), this.async).start();
	}

	@Override
	public Lock asLock(String key) {
		return new LockAdapter(LockRequest.of(key).withWaitTime(LockRequest.FOREVER), this, this.adapterHolds);
	}

	@Override
	public Optional<LockInfo> inspect(String key) {
		LockRequest.of(key);
		return this.store.inspect(key).map((holder) -> {
			Hold hold = this.lanes.hold(key, holder.token());
			return new LockInfo(key, holder.token(), Tokens.instanceOf(holder.token()), Tokens.timeOf(holder.token()),
					Duration.ofMillis(Math.max(0, holder.remainingMillis())), hold != null,
					(hold != null) ? hold.lane().depth(hold) : 0);
		});
	}

	@Override
	public boolean release(String key, String token) {
		LockRequest.of(key);
		Arguments.check(token != null && !token.isBlank(),
				"The token of lock '" + key + "' is null or blank: pass what LockHandle.token() returned");
		Hold hold = this.lanes.hold(key, token);
		Release release = new Release(key, token, 0);
		boolean here = false;
		if (hold != null) {
			release = hold.release(this.clock.nanos());
			here = hold.lane().revoke(hold, LossCause.RELEASED_BY_TOKEN, this.clock.nanos());
		}
		Release sent = release;
		return Commands.uninterrupted(() -> this.store.release(sent)) == ReleaseReply.RELEASED || here;
	}

	/**
	 * Closes the instance: it grants no more locks and refuses all waiters. It waits for
	 * the holders, and then revokes and releases the locks that are left.
	 * @param limit how long to wait for the holders
	 */
	public void close(Duration limit) {
		this.lanes.close();
		new EngineShutdown(this.lanes, this.releases, this.store, this.clock).await(limit);
	}

	/**
	 * Grants locks again after {@link #close}, under a new id: rule N (instance ids).
	 */
	public void open() {
		this.lanes.open(newTokens());
	}

	/**
	 * Returns the id of this instance, as in its tokens.
	 * @return the id
	 */
	public String instance() {
		return this.lanes.instance();
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

	LockHandle acquireInterruptibly(LockRequest request) throws InterruptedException {
		ThreadWaiter waiter = new ThreadWaiter(this.settings.terms(request), this.clock.nanos());
		try {
			waiter.acquireInterruptibly(this.lanes, this.commands, this.clock);
			return this.handles.handle(waiter);
		}
		catch (InterruptedException ex) {
			this.handles.events().notAcquired(waiter, Refusals.interrupted(request.key()));
			throw ex;
		}
		catch (RuntimeException | Error ex) {
			this.handles.takeBack(waiter);
			throw ex;
		}
	}

	LockHandle acquireUninterruptibly(LockRequest request) {
		ThreadWaiter waiter = new ThreadWaiter(this.settings.terms(request), this.clock.nanos());
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
