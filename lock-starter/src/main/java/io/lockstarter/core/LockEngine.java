package io.lockstarter.core;

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
import io.lockstarter.store.LeaseBook;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.Release;
import io.lockstarter.store.ReleaseReply;

/**
 * The lock service: turns requests into waiters, and holds into handles. One engine is
 * one instance (rule N): two engines in one process exclude each other.
 */
public class LockEngine implements LockService {

	private static final String NO_ACTION = "The action is null: pass what is to run under the lock";

	private final LockStore store;

	private final LockSettings settings;

	private final MonotonicClock clock;

	private final Commands commands;

	private final Lanes lanes;

	private final Handles handles;

	private final BlockingDriver blocking;

	private final AsyncWaiter.Environment async;

	private final AdapterHolds adapterHolds = new AdapterHolds();

	/**
	 * Makes an instance. It needs somebody to keep its {@link #leases}.
	 * @param store the lock server
	 * @param settings what holds for all its locks
	 * @param listeners are told what happens
	 * @param threads what it runs on
	 */
	public LockEngine(LockStore store, LockSettings settings, List<LockListener> listeners, LockThreads threads) {
		this.store = store;
		this.settings = settings;
		this.clock = threads.clock();
		Listeners told = new Listeners(listeners);
		Backoff backoff = new Backoff(settings.retry(), () -> ThreadLocalRandom.current().nextLong());
		this.commands = new Commands(store, this.clock, threads.workers(), threads.results());
		this.lanes = new Lanes(store, settings, newTokens(), backoff, this.clock, told,
				new Lanes.Helpers(threads.events(), threads.wakeUps(), threads.workers()));
		this.handles = new Handles(this.commands, this.clock, told, threads.events());
		this.blocking = new BlockingDriver(this.lanes, this.commands, this.clock);
		this.async = new AsyncWaiter.Environment(this.lanes, this.commands, this.clock, threads, threads.workers(),
				threads.results(), this.handles);
	}

	/**
	 * The leases of this instance, for the watchdog.
	 * @return the leases
	 */
	public LeaseBook leases() {
		return this.lanes.ledger();
	}

	Lanes lanes() {
		return this.lanes;
	}

	@Override
	public LockHandle acquire(String key) {
		return acquire(LockRequest.of(key));
	}

	@Override
	public LockHandle acquire(LockRequest request) {
		if (Terms.of(request, this.settings).triesOnce()) {
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
		return new AsyncWaiter(Terms.of(request, this.settings), this.async).start();
	}

	@Override
	public Lock asLock(String key) {
		return new LockAdapter(LockRequest.of(key).withWaitTime(LockRequest.FOREVER), this, this.adapterHolds);
	}

	@Override
	public Optional<LockInfo> inspect(String key) {
		LockRequest.of(key);
		return this.store.inspect(key).map((holder) -> {
			Hold hold = this.lanes.hold(key);
			boolean here = hold != null && hold.lease().token().equals(holder.token());
			return new LockInfo(key, holder.token(), Tokens.instanceOf(holder.token()), Tokens.timeOf(holder.token()),
					Duration.ofMillis(Math.max(0, holder.remainingMillis())), here,
					(here && hold != null) ? hold.tenure().depth(hold) : 0);
		});
	}

	@Override
	public boolean release(String key, String token) {
		LockRequest.of(key);
		Arguments.check(token != null && !token.isBlank(),
				"The token of lock '" + key + "' is null or blank: pass what LockHandle.token() returned");
		Hold hold = this.lanes.hold(key);
		Release release = new Release(key, token, 0);
		boolean here = false;
		if (hold != null && hold.lease().token().equals(token)) {
			release = hold.release(this.clock.nanos());
			here = hold.tenure().revoke(hold, LossCause.RELEASED_BY_TOKEN, this.clock.nanos());
		}
		Release sent = release;
		return Commands.uninterrupted(() -> this.store.release(sent)) == ReleaseReply.RELEASED || here;
	}

	/**
	 * Gives no more locks, refuses those who wait, waits for the holders, then takes the
	 * locks from those that are left and releases them.
	 * @param limit how long to wait for the holders
	 */
	public void close(Duration limit) {
		this.lanes.close();
		new Closing(this.lanes, this.commands, this.store, this.clock).await(limit);
	}

	/** Gives locks again after {@link #close}, under a new id (rule N). */
	public void open() {
		this.lanes.open(newTokens());
	}

	/**
	 * The id of this instance, as in its tokens.
	 * @return the id
	 */
	public String instance() {
		return this.lanes.instance();
	}

	/** All that is kept in memory for locks: nothing, when nobody holds or waits. */
	int entries() {
		return this.lanes.size() + this.lanes.ledger().doubts() + this.adapterHolds.size() + this.commands.unanswered();
	}

	/** How many callers of this instance wait for a key. */
	int waiting(String key) {
		return this.lanes.waiting(key);
	}

	LockHandle acquireInterruptibly(LockRequest request) throws InterruptedException {
		ThreadWaiter waiter = new ThreadWaiter(Terms.of(request, this.settings), this.clock.nanos());
		try {
			this.blocking.acquireInterruptibly(waiter);
			return this.handles.handle(waiter);
		}
		catch (InterruptedException ex) {
			this.handles.refused(waiter, Refusals.interrupted(request.key()));
			throw ex;
		}
		catch (RuntimeException | Error ex) {
			this.handles.takeBack(waiter);
			throw ex;
		}
	}

	LockHandle acquireUninterruptibly(LockRequest request) {
		ThreadWaiter waiter = new ThreadWaiter(Terms.of(request, this.settings), this.clock.nanos());
		try {
			this.blocking.acquire(waiter);
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
