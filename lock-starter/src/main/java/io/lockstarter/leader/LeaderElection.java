package io.lockstarter.leader;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.lockstarter.LockHandle;
import io.lockstarter.LockRequest;
import io.lockstarter.LockScope;
import io.lockstarter.LockService;
import io.lockstarter.LockType;
import io.lockstarter.engine.InternalLockService;
import io.lockstarter.engine.LeaderOwner;
import io.lockstarter.engine.OwnLossAction;
import io.lockstarter.internal.Limits;
import io.lockstarter.internal.ThreadScope;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Elects one leader among all instances that use the same key. The leader holds a lock.
 * The other instances wait for it in a queue, without a thread.
 *
 * <p>
 * A leader that cannot renew its lock gives up before the lock ends, by a quarter of the
 * ttl. So it has time to stop its work before the next leader can exist.
 * {@link #isLeader()} reads the clock, so it is right even in a process that was frozen.
 * No callback can run in a frozen process: work that must not overlap checks
 * {@link #isLeader()} or uses the fencing number.
 *
 * <p>
 * As a bean, it starts and stops with the application. When it stops, it calls
 * {@code onRevoked}, waits for the actions of {@link #runIfLeader}, and then hands over
 * to the next instance.
 */
public final class LeaderElection implements SmartLifecycle, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElection.class);

	private static final Duration PAUSE = Duration.ofSeconds(1);

	private final LockService locks;

	private final LockRequest request;

	private final Consumer<LockHandle> onElected;

	private final Runnable onRevoked;

	private final Duration handOverTimeout;

	/**
	 * The threads since the last start, or null. A task of an earlier start has others.
	 */
	private volatile @Nullable LeaderThreads threads;

	private final Supplier<LeaderThreads> factory;

	private @Nullable CompletableFuture<LockHandle> candidacy;

	/** The last term, which may be over. */
	private volatile @Nullable LeaderTerm term;

	private LeaderElection(Builder builder) {
		this.locks = builder.locks;
		this.request = InternalLockService.customized(builder.locks, builder.request)
			.withWaitTime(LockRequest.FOREVER)
			.withRenew(true);
		this.onElected = builder.onElected;
		this.onRevoked = builder.onRevoked;
		this.handOverTimeout = builder.handOverTimeout;
		this.factory = builder.threads;
	}

	/**
	 * Begins to create an election with the configured ttl.
	 * @param locks the lock service
	 * @param key the key of the lock that the leader holds
	 * @return the builder
	 */
	public static Builder of(LockService locks, String key) {
		return of(locks, LockRequest.of(key).withName(key));
	}

	/**
	 * Begins to create an election.
	 * @param locks the lock service
	 * @param request the lock that the leader holds. Its ttl limits the time without a
	 * leader. Its wait time and its renewal are ignored.
	 * @return the builder
	 * @throws IllegalArgumentException if a lock of this type can have several holders
	 */
	public static Builder of(LockService locks, LockRequest request) {
		return new Builder(locks, request);
	}

	/**
	 * Returns whether this instance is the leader now.
	 * @return {@code true} only while no other instance can be the leader
	 */
	public boolean isLeader() {
		LeaderTerm current = this.term;
		return current != null && current.isValid();
	}

	/**
	 * Runs an action if this instance is the leader. It is meant for scheduled methods,
	 * which every instance starts. Inside the action, {@link LockHandle#current()} is the
	 * handle of the leader, with its fencing number.
	 * <p>
	 * If the leadership ends while the action runs, the next leader waits for the action,
	 * up to {@link Builder#handOverTimeout}. {@link LockScope#ensureHeld()} throws inside
	 * the action from then on, so an action with several steps calls it before each step.
	 * No leader waits for an action after a loss of the lock.
	 * @param action the action
	 * @return {@code false} if the action did not run
	 */
	@SuppressWarnings("try")
	public boolean runIfLeader(Runnable action) {
		LeaderTerm current = this.term;
		if (current == null || !current.enter()) {
			return false;
		}
		try (ThreadScope scope = ThreadScope.open(current.handle(), current::ensureValid)) {
			action.run();
		}
		finally {
			current.leave();
		}
		return true;
	}

	/** Becomes a candidate. */
	@Override
	public void start() {
		LeaderThreads started;
		synchronized (this) {
			if (this.threads != null) {
				return;
			}
			started = this.factory.get();
			this.threads = started;
		}
		run(started);
	}

	/** Waits for the lock in the background, unless the election was stopped since. */
	private void run(LeaderThreads own) {
		if (this.threads != own) {
			return;
		}
		try {
			CompletableFuture<LockHandle> attempt = InternalLockService
				.acquireAsync(this.locks, List.of(this.request), new LeaderOwner())
				.toCompletableFuture();
			if (!keep(attempt, own)) {
				attempt.cancel(false);
			}
			var unused = attempt.whenComplete((handle, failure) -> {
				if (handle != null) {
					elected(new LeaderTerm(handle, own));
				}
				else if (this.threads == own) {
					tryAgain(own, failure);
				}
			});
		}
		catch (Throwable ex) { // the election must go on
			tryAgain(own, ex);
		}
	}

	/** Keeps an attempt, so that {@link #stop()} can cancel it. */
	private synchronized boolean keep(CompletableFuture<LockHandle> attempt, LeaderThreads own) {
		if (this.threads != own) {
			return false;
		}
		this.candidacy = attempt;
		return true;
	}

	private void tryAgain(LeaderThreads own, @Nullable Throwable failure) {
		logger.warn("The candidate for '{}' could not wait for the lock. It tries again in {}: {}", this.request.key(),
				PAUSE, String.valueOf(failure));
		own.after(PAUSE, () -> run(own));
	}

	private void elected(LeaderTerm begun) {
		if (!begin(begun)) {
			begun.handle().release();
			return;
		}
		try {
			begun.handle().onLost((OwnLossAction) () -> {
				end(begun);
				begun.lost();
			});
			watch(begun);
		}
		catch (Throwable ex) { // the election must go on
			logger.warn("The leader of '{}' gives up, since it cannot watch its lock", this.request.key(), ex);
			end(begun);
		}
	}

	private synchronized boolean begin(LeaderTerm begun) {
		if (this.threads != begun.threads()) {
			return false;
		}
		this.term = begun;
		begun.threads().callback(() -> {
			if (begun.isValid()) {
				logger.info("This instance is the leader of '{}'", this.request.key());
				begun.announced();
				this.onElected.accept(begun.handle());
			}
		});
		return true;
	}

	/** Ends the term before its lease ends, if no renewal succeeds. */
	private void watch(LeaderTerm current) {
		if (current.isOver()) {
			return;
		}
		current.widenMargin();
		Duration left = current.left();
		if (left.isZero()) {
			end(current);
		}
		else {
			current.threads().after(left, () -> watch(current));
		}
	}

	/**
	 * Ends a term. The callback is queued under the same monitor, so {@link #stop()}
	 * cannot end the threads before.
	 */
	private synchronized void end(LeaderTerm ended) {
		if (ended.end()) {
			ended.threads().interruptCallback();
			long endedAt = System.nanoTime();
			ended.threads().callback(() -> handOver(ended, endedAt));
		}
	}

	/**
	 * Calls {@code onRevoked}, waits for the actions, releases the lock, and is a
	 * candidate again.
	 */
	private void handOver(LeaderTerm ended, long endedAt) {
		try {
			if (ended.wasAnnounced()) {
				logger.info("This instance is not the leader of '{}' any more", this.request.key());
				this.onRevoked.run();
			}
		}
		finally {
			try {
				release(ended, this.handOverTimeout.minusNanos(System.nanoTime() - endedAt));
			}
			finally {
				run(ended.threads());
			}
		}
	}

	private void release(LeaderTerm ended, Duration limit) {
		if (!ended.awaitActions(limit)) {
			logger.warn("An action of the leader of '{}' still runs {} after its leadership has ended. The next leader "
					+ "may work at the same time. Let the action call LockScope.ensureHeld() before each step, or "
					+ "increase handOverTimeout.", this.request.key(), this.handOverTimeout);
		}
		if (ended.handle().isHeld()) {
			// A lost handle that is not released tells the actions why it was lost.
			ended.handle().release();
		}
	}

	/**
	 * Gives up the leadership. It waits until {@code onRevoked} and the actions have
	 * ended and the lock is released, but no longer than {@link Builder#handOverTimeout}.
	 * It does not wait if one of them calls it.
	 */
	@Override
	public void stop() {
		LeaderThreads ending;
		CompletableFuture<LockHandle> waiting;
		LeaderTerm last;
		synchronized (this) {
			ending = this.threads;
			if (ending == null) {
				return;
			}
			this.threads = null;
			waiting = this.candidacy;
			this.candidacy = null;
			last = this.term;
			if (last != null) {
				end(last);
			}
		}
		if (waiting != null) {
			waiting.cancel(false);
		}
		ending.close();
		boolean waitsForItself = ending.isCallback() || (last != null && last.isActing());
		if (!waitsForItself) {
			ending.awaitEnd(this.handOverTimeout);
		}
	}

	@Override
	public boolean isRunning() {
		return this.threads != null;
	}

	@Override
	public void close() {
		stop();
	}

	/** Collects the settings of an election. */
	public static final class Builder {

		private final LockService locks;

		private final LockRequest request;

		private Consumer<LockHandle> onElected = (handle) -> {
		};

		private Runnable onRevoked = () -> {
		};

		private Duration handOverTimeout = Duration.ofSeconds(10);

		private Supplier<LeaderThreads> threads;

		private Builder(LockService locks, LockRequest request) {
			this.locks = Objects.requireNonNull(locks, "locks");
			this.request = Objects.requireNonNull(request, "request");
			this.threads = () -> new LeaderThreads(request.key());
			if (request.type() == LockType.READ || request.type() == LockType.SEMAPHORE) {
				throw new IllegalArgumentException("Leader election: type '" + request.type() + "' of key '"
						+ request.key() + "' allows several leaders. Use EXCLUSIVE, FAIR or WRITE.");
			}
		}

		/**
		 * Sets the action that runs when this instance becomes the leader. It runs on a
		 * thread of the election. If it still runs when the leadership ends, the thread
		 * is interrupted.
		 * @param action receives the handle of the lock
		 * @return this builder
		 */
		public Builder onElected(Consumer<LockHandle> action) {
			this.onElected = Objects.requireNonNull(action, "action");
			return this;
		}

		/**
		 * Sets the action that runs when this instance is not the leader any more. It
		 * runs on the same thread as {@code onElected}, after it.
		 * @param action the action. It should be shorter than a quarter of the ttl.
		 * @return this builder
		 */
		public Builder onRevoked(Runnable action) {
			this.onRevoked = Objects.requireNonNull(action, "action");
			return this;
		}

		/**
		 * Sets how long an ended leadership waits for {@code onRevoked} and the actions
		 * of {@link LeaderElection#runIfLeader} before it releases the lock.
		 * @param timeout the time; 10 seconds by default. {@link LockRequest#FOREVER} is
		 * treated as a year.
		 * @return this builder
		 */
		public Builder handOverTimeout(Duration timeout) {
			Objects.requireNonNull(timeout, "timeout");
			Duration longest = Limits.MAX_DURATION;
			this.handOverTimeout = (timeout.compareTo(longest) > 0) ? longest : timeout;
			return this;
		}

		Builder threads(Supplier<LeaderThreads> factory) {
			this.threads = factory;
			return this;
		}

		/**
		 * Creates the election. It begins with {@link LeaderElection#start()}. For a
		 * bean, the container calls that method.
		 * @return the election
		 */
		public LeaderElection build() {
			return new LeaderElection(this);
		}

	}

}
