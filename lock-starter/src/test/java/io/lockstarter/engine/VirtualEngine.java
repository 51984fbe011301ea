package io.lockstarter.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

import io.lockstarter.LockHandle;
import io.lockstarter.LockListener;
import io.lockstarter.LockType;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.LockStore;
import io.lockstarter.store.MonotonicClock;
import io.lockstarter.store.MonotonicTimer;
import io.lockstarter.store.ReleaseReply;

/** An instance without threads of its own, whose callers are driven by a test. */
public final class VirtualEngine {

	final LaneRegistry lanes;

	final Commands commands;

	final Releases releases;

	private final Tokens tokens;

	private final AsyncWaiter.Environment async;

	private final EngineShutdown shutdown;

	/**
	 * Creates an instance.
	 * @param name the id of the instance
	 * @param store the lock server
	 * @param settings the settings
	 * @param random draws backoffs
	 * @param clock the clock
	 * @param timer the timer
	 * @param soon runs tasks that must not run inside a lane's step
	 * @param blocking runs renewals and sweeps, which block
	 */
	public VirtualEngine(String name, LockStore store, LockSettings settings, RandomGenerator random,
			MonotonicClock clock, MonotonicTimer timer, Executor soon, Executor blocking) {
		this(new LaneIndex.PerKey(), name, store, settings, random, List.of(),
				new EngineRuntime(clock, timer, soon, soon, soon, soon, blocking, blocking));
	}

	/**
	 * Creates an instance whose callers do not block.
	 * @param name the id of the instance
	 * @param store the lock server
	 * @param settings the settings
	 * @param random draws backoffs
	 * @param clock the clock
	 * @param timer the timer
	 * @param soon runs tasks that must not run inside a lane's step
	 * @param blocking runs renewals and sweeps, which block
	 * @param workers run the steps of callers
	 * @param results deliver results to callers
	 */
	public VirtualEngine(String name, LockStore store, LockSettings settings, RandomGenerator random,
			MonotonicClock clock, MonotonicTimer timer, Executor soon, Executor blocking, Executor workers,
			Executor results) {
		this(new LaneIndex.PerKey(), name, store, settings, random, List.of(),
				new EngineRuntime(clock, timer, soon, soon, workers, results, blocking, blocking));
	}

	VirtualEngine(LaneIndex index, String name, LockStore store, LockSettings settings, RandomGenerator random,
			List<LockListener> listeners, EngineRuntime runtime) {
		Events events = new Events(listeners, List.of(), runtime.clock(), runtime.events());
		this.tokens = new Tokens(name, InstantSource.fixed(Instant.EPOCH));
		this.lanes = new LaneRegistry(index, store, settings, this.tokens, new Backoff(settings.retry(), random),
				events, runtime);
		this.commands = new Commands(store, runtime);
		this.releases = new Releases(store, this.commands, runtime, events, this.lanes.claimHandOff());
		this.async = new AsyncWaiter.Environment(this.lanes, this.commands, runtime,
				new DefaultLockHandle.Factory(this.commands, this.releases, events, runtime.clock()));
		this.shutdown = new EngineShutdown(this.lanes, this.releases, store, runtime.clock());
	}

	/** Asks for a lock without blocking, as {@link LockEngine#acquireAsync} does. */
	public AsyncRequest askAsync(Object owner, Waiter.Terms terms) {
		return new AsyncRequest(new AsyncWaiter(owner, terms, this.async));
	}

	/** Refuses all callers from now on. */
	public void close() {
		this.lanes.close();
	}

	/** Releases what is left, after {@link #close}. */
	public void releaseRest() {
		this.shutdown.await(Duration.ZERO);
	}

	public Lane ask(Waiter waiter) {
		return this.lanes.ask(waiter);
	}

	public void acquire(Lane lane, Attempt attempt) {
		this.commands.acquire(lane, attempt);
	}

	public void prolong(Lane lane, AcquireStep.Prolongation step) {
		this.commands.prolong(lane, step);
	}

	public void extend(Hold hold, long ttl) {
		this.commands.extend(hold, ttl);
	}

	/** Releases one entry of a hold. */
	public void release(Hold hold, LockType entry, Consumer<ReleaseReply> then) {
		this.releases.release(hold, entry, then);
	}

	/** Lets every token of this instance count as unused. */
	public void forgetTokens() {
		this.lanes.forgetTokens();
	}

	public void release(Hold hold, Consumer<ReleaseReply> then) {
		this.releases.release(hold, then);
	}

	public Watchdog watchdog() {
		return this.lanes.watchdog();
	}

	/** Returns the number of lanes. */
	public int lanes() {
		return this.lanes.size();
	}

	/** Returns the number of tokens that are not removed yet. */
	public int unconfirmedTokens() {
		return this.lanes.sweeper().size();
	}

	public boolean isOurs(String token) {
		return this.tokens.isOurs(token);
	}

	/** A request of a caller that does not block. */
	public static final class AsyncRequest {

		private final AsyncWaiter waiter;

		private AsyncRequest(AsyncWaiter waiter) {
			this.waiter = waiter;
		}

		public Waiter waiter() {
			return this.waiter;
		}

		/** Starts the waiter, once. */
		public CompletableFuture<LockHandle> start() {
			return this.waiter.start();
		}

	}

}
