package io.lockstarter.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.lockstarter.LockEvent;
import io.lockstarter.LockEvent.Operation;
import io.lockstarter.LockException;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.internal.Limits;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Hold.LossAction;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.MonotonicClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits all events, and runs the actions on a loss. Methods never throw, and create no
 * event that nobody needs.
 *
 * <p>
 * Listeners of the application receive the events of a key in the order of its lane. So
 * the methods that end with {@code InLane} add to their queues, and a lane calls them
 * under its lock. Events are kept until the listeners are known, since a listener may
 * need the lock service. Observers run at once. For most events this is later, on the
 * caller's thread and outside the lane.
 */
final class Events {

	private static final Logger logger = LoggerFactory.getLogger(Events.class);

	/** All types of events. */
	static final List<Class<? extends LockEvent>> TYPES = List.of(LockEvent.Requested.class, LockEvent.Waiting.class,
			LockEvent.Granted.class, LockEvent.Acquired.class, LockEvent.NotAcquired.class, LockEvent.Renewed.class,
			LockEvent.Failed.class, LockEvent.HandedOn.class, LockEvent.Released.class, LockEvent.Lost.class);

	private static final long POLL = TimeUnit.MILLISECONDS.toNanos(1);

	private final Map<Class<? extends LockEvent>, LockObserver[]> observers = new HashMap<>();

	/** The events of the time before the listeners are known. */
	private final Queue<LockEvent> early = new ArrayDeque<>();

	private final ReentrantLock earlyLock = new ReentrantLock();

	private final AtomicLong earlyDropped = new AtomicLong();

	private final Executor executor;

	/** It is {@code null} until the listeners are known. */
	private volatile @Nullable List<ListenerQueue> listeners;

	/** Tells observers of losses. Slow code of the application does not delay them. */
	private final SerialQueue<Runnable> losses;

	private final LossActions lossActions;

	private final MonotonicClock clock;

	private final InstantSource wallClock;

	private final AtomicLong calls = new AtomicLong();

	/**
	 * Creates the events of an instance.
	 * @param listeners the listeners; {@code null} if they are not known before
	 * {@link #listenWith}
	 * @param observers the observers
	 * @param clock measures times
	 * @param executor runs the listeners and the actions
	 */
	Events(@Nullable List<LockListener> listeners, List<LockObserver> observers, MonotonicClock clock,
			Executor executor) {
		for (Class<? extends LockEvent> type : TYPES) {
			this.observers.put(type,
					observers.stream()
						.filter((observer) -> observer.supportsEventType(type))
						.toArray(LockObserver[]::new));
		}
		this.clock = clock;
		this.wallClock = InstantSource.system();
		this.executor = executor;
		this.losses = new SerialQueue<>(executor, Integer.MAX_VALUE, Runnable::run);
		this.lossActions = new LossActions(executor);
		this.listeners = (listeners != null) ? queues(listeners) : null;
	}

	private List<ListenerQueue> queues(List<LockListener> all) {
		return all.stream().map((listener) -> new ListenerQueue(listener, this.wallClock, this.executor)).toList();
	}

	/**
	 * Adds the listeners, which receive the events since the start. Only the first call
	 * has an effect.
	 * @param all the listeners
	 */
	void listenWith(List<LockListener> all) {
		List<ListenerQueue> queues = queues(all); // calls listeners, so outside the lock
		this.earlyLock.lock();
		try {
			if (this.listeners == null) {
				for (LockEvent event = this.early.poll(); event != null; event = this.early.poll()) {
					LockEvent kept = event;
					add(queues, kept.getClass(), () -> kept);
				}
				// Last, so that a later event comes after the early ones.
				this.listeners = queues;
			}
		}
		finally {
			this.earlyLock.unlock();
		}
	}

	/** Returns the number of events that full queues have dropped. */
	long dropped() {
		return this.earlyDropped.get() + known().stream().mapToLong(ListenerQueue::dropped).sum();
	}

	private List<ListenerQueue> known() {
		List<ListenerQueue> known = this.listeners;
		return (known != null) ? known : List.of();
	}

	/**
	 * Waits until all events are delivered, for the shutdown.
	 * @param limit the longest time to wait, since a listener may be slow
	 */
	void awaitDelivery(Duration limit) {
		long end = System.nanoTime() + limit.toNanos();
		while (!isIdle() && System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
			LockSupport.parkNanos(POLL);
		}
	}

	private boolean isIdle() {
		return this.losses.isIdle() && this.lossActions.isIdle() && known().stream().allMatch(ListenerQueue::isIdle);
	}

	/** Returns whether an observer needs events of a type. */
	boolean isObserved(Class<? extends LockEvent> type) {
		for (LockObserver observer : observersOf(type)) {
			if (observer.wants(type)) {
				return true;
			}
		}
		return false;
	}

	private LockObserver[] observersOf(Class<? extends LockEvent> type) {
		return Objects.requireNonNull(this.observers.get(type));
	}

	// --- from inside a lane

	void requestedInLane(Waiter waiter) {
		queue(LockEvent.Requested.class, () -> requestedEvent(waiter));
	}

	void waitingInLane(Waiter waiter) {
		queue(LockEvent.Waiting.class, () -> waitingEvent(waiter));
	}

	void acquiredInLane(Hold hold) {
		queue(LockEvent.Acquired.class, () -> acquiredEvent(hold));
	}

	void releasedInLane(Hold hold, boolean confirmed) {
		queue(LockEvent.Released.class, () -> releasedEvent(hold, confirmed));
	}

	void grantedInLane(Waiter waiter, String token) {
		emit(LockEvent.Granted.class, waiter,
				() -> new LockEvent.Granted(waiter.terms().request(), call(waiter), at(), token));
	}

	void handedOnInLane(Hold hold) {
		emit(LockEvent.HandedOn.class, hold.waiter(),
				() -> new LockEvent.HandedOn(hold.terms().request(), call(hold.waiter()), at(), hold.lease().token()));
	}

	void renewedInLane(Hold hold) {
		emit(LockEvent.Renewed.class, hold.waiter(),
				() -> new LockEvent.Renewed(hold.terms().request(), call(hold.waiter()), at(), hold.lease().token()));
	}

	void failedInLane(Attempt attempt, Exception failure) {
		failed(attempt.waiter(), attempt.token(), Operation.ACQUIRE, failure);
	}

	/**
	 * Emits a loss, and starts the actions that the holder has registered. Observers and
	 * actions of the application run outside the lane.
	 */
	void lostInLane(Hold hold, LockLostException.Reason cause, List<LossAction> actions) {
		Supplier<LockEvent> event = () -> lostEvent(hold, cause);
		queue(LockEvent.Lost.class, event);
		runSoon("lost", hold.lease().key(), () -> observe(LockEvent.Lost.class, hold.waiter(), event));
		this.lossActions.start(hold, actions);
	}

	// --- on the caller's thread, after the lane

	void requested(Waiter waiter) {
		observe(LockEvent.Requested.class, waiter, () -> requestedEvent(waiter));
	}

	void waiting(Waiter waiter) {
		observe(LockEvent.Waiting.class, waiter, () -> waitingEvent(waiter));
	}

	void acquired(Hold hold) {
		observe(LockEvent.Acquired.class, hold.waiter(), () -> acquiredEvent(hold));
	}

	void released(Hold hold, boolean confirmed) {
		observe(LockEvent.Released.class, hold.waiter(), () -> releasedEvent(hold, confirmed));
	}

	void notAcquired(Waiter waiter, LockException reason) {
		emit(LockEvent.NotAcquired.class, waiter,
				() -> new LockEvent.NotAcquired(waiter.terms().request(), call(waiter), at(),
						Duration.ofNanos(this.clock.nanos() - waiter.askedAt()), waiter.hasSlept(), reason));
	}

	/** Ends an attempt for one of several locks, whose outcome is no event. */
	void withdrawn(Waiter waiter) {
		for (LockObserver observer : observersOf(LockEvent.Requested.class)) {
			try {
				observer.attemptWithdrawn(call(waiter));
			}
			catch (Throwable ex) { // also a StackOverflowError
				logFailure(observer.getClass().getName(), "withdrawn", waiter.terms().key(), ex);
			}
		}
	}

	void failed(Waiter waiter, String token, Operation operation, Exception failure) {
		emit(LockEvent.Failed.class, waiter,
				() -> new LockEvent.Failed(waiter.terms().request(), call(waiter), at(), token, operation, failure));
	}

	/** Emits a failed renewal, which is repeated. */
	void renewalFailed(Hold hold, Exception failure) {
		logger.debug(
				"The renewal of lock '{}' failed. The renewal is sent again before the lock expires, if there is time.",
				hold.lease().key(), failure);
		failed(hold.waiter(), hold.lease().token(), Operation.RENEW, failure);
	}

	/** Logs that no code can release a hold. */
	void handlesLost(Hold hold) {
		String message = LostHandleText.of(hold, held(hold));
		runSoon("handle lost", hold.lease().key(), () -> logger.warn(message));
	}

	/** Starts an action that was registered after the loss. */
	void lost(Hold hold, LossAction action) {
		this.lossActions.start(hold, List.of(action));
	}

	// --- the events

	private LockEvent requestedEvent(Waiter waiter) {
		return new LockEvent.Requested(waiter.terms().request(), call(waiter), at());
	}

	private LockEvent waitingEvent(Waiter waiter) {
		return new LockEvent.Waiting(waiter.terms().request(), call(waiter), at());
	}

	private LockEvent acquiredEvent(Hold hold) {
		Waiter waiter = hold.waiter();
		return new LockEvent.Acquired(waiter.terms().request(), call(waiter), at(), hold.lease().token(),
				Duration.ofNanos(hold.grantedAt() - waiter.askedAt()), waiter.hasSlept());
	}

	private LockEvent releasedEvent(Hold hold, boolean confirmed) {
		return new LockEvent.Released(hold.terms().request(), call(hold.waiter()), at(), hold.lease().token(),
				held(hold), confirmed);
	}

	private LockEvent lostEvent(Hold hold, LockLostException.Reason cause) {
		return new LockEvent.Lost(hold.terms().request(), call(hold.waiter()), at(), hold.lease().token(), held(hold),
				cause);
	}

	private long call(Waiter waiter) {
		return waiter.number(this.calls::incrementAndGet);
	}

	private Instant at() {
		return this.wallClock.instant();
	}

	private Duration held(Hold hold) {
		return Duration.ofNanos(this.clock.nanos() - hold.grantedAt());
	}

	// --- their delivery

	private void emit(Class<? extends LockEvent> type, Waiter waiter, Supplier<LockEvent> event) {
		queue(type, event);
		observe(type, waiter, event);
	}

	private void queue(Class<? extends LockEvent> type, Supplier<LockEvent> event) {
		List<ListenerQueue> known = this.listeners;
		if (known == null) {
			known = keepOrKnown(event);
		}
		add(known, type, event);
	}

	/** Keeps an early event, or returns the listeners if they are known by now. */
	private List<ListenerQueue> keepOrKnown(Supplier<LockEvent> event) {
		this.earlyLock.lock();
		try {
			List<ListenerQueue> known = this.listeners;
			if (known != null) {
				return known;
			}
			if (this.early.size() < Limits.EVENT_QUEUE_CAPACITY) {
				this.early.add(event.get());
			}
			else if (this.earlyDropped.incrementAndGet() == 1) {
				logger.warn(
						"The application is still starting, and {} events of locks wait for its listeners. "
								+ "Further events are dropped until it has started. Acquire fewer locks before that.",
						Limits.EVENT_QUEUE_CAPACITY);
			}
			return List.of();
		}
		finally {
			this.earlyLock.unlock();
		}
	}

	private static void add(List<ListenerQueue> listeners, Class<? extends LockEvent> type, Supplier<LockEvent> event) {
		LockEvent created = null;
		for (ListenerQueue listener : listeners) {
			if (listener.wants(type)) {
				created = (created != null) ? created : event.get();
				listener.add(created);
			}
		}
	}

	private void observe(Class<? extends LockEvent> type, Waiter waiter, Supplier<LockEvent> event) {
		LockEvent created = null;
		for (LockObserver observer : observersOf(type)) {
			try {
				if (observer.wants(type)) {
					created = (created != null) ? created : event.get();
					observer.on(created, waiter.owner());
				}
			}
			catch (Throwable ex) { // also a StackOverflowError
				logFailure(observer.getClass().getName(), type.getSimpleName(), waiter.terms().key(), ex);
			}
		}
	}

	private void runSoon(String name, String key, Runnable task) {
		try {
			this.losses.add(() -> guard(task, "The lock service", name, key));
		}
		catch (Throwable ex) { // for example, no thread
			logger
				.warn("The event '{}' of lock '{}' was not delivered to listeners, because no thread could be started. "
						+ "This does not change the state of the lock.", name, key, ex);
		}
	}

	private static void guard(Runnable foreign, String receiver, String name, String key) {
		try {
			foreign.run();
		}
		catch (Throwable ex) { // also a StackOverflowError
			logFailure(receiver, name, key, ex);
		}
	}

	private static void logFailure(String receiver, String name, String key, Throwable failure) {
		logger.warn("{} failed on the event '{}' of lock '{}'. This does not change the state of the lock.", receiver,
				name, key, failure);
	}

}
