package io.lockstarter.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import io.lockstarter.LockException;
import io.lockstarter.LockListener;
import io.lockstarter.LockLostException;
import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Waiter;
import io.lockstarter.store.MonotonicClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits all events. The events of a caller run on its thread. Events from inside a lane
 * or the watchdog run on a thread of their own, since lanes and watchdog must not wait
 * for the application. Methods that emit events never throw.
 */
final class Events {

	private static final Logger logger = LoggerFactory.getLogger(Events.class);

	private final List<LockObserver> all = new ArrayList<>();

	/** Receive also the events that listeners do not have. */
	private final List<LockObserver> observers;

	private final MonotonicClock clock;

	private final Executor executor;

	Events(List<LockListener> listeners, List<LockObserver> observers, MonotonicClock clock, Executor executor) {
		listeners.forEach((listener) -> this.all.add(new ListenerObserver(listener)));
		this.all.addAll(observers);
		this.observers = List.copyOf(observers);
		this.clock = clock;
		this.executor = executor;
	}

	/** Returns whether there is neither a listener nor an observer. */
	boolean hasNoObservers() {
		return this.all.isEmpty();
	}

	void acquired(Waiter waiter, Hold hold) {
		emit(this.all, "acquired", hold.lease().key(),
				(observer) -> observer.acquired(hold.terms().request(), hold.lease().token(), since(waiter)));
	}

	void notAcquired(Waiter waiter, LockException reason) {
		emit(this.all, "notAcquired", waiter.terms().key(),
				(observer) -> observer.notAcquired(waiter.terms().request(), since(waiter), reason));
	}

	void released(Hold hold, LockRequest request, boolean confirmed) {
		Duration held = Duration.ofNanos(this.clock.nanos() - hold.grantedAt());
		emit(this.all, "released", request.key(),
				(observer) -> observer.released(request, hold.lease().token(), held, confirmed));
	}

	void waiting(LockRequest request) {
		emitLater("waiting", request.key(), (observer) -> observer.waiting(request));
	}

	void granted(LockRequest request, String token) {
		emitLater("granted", request.key(), (observer) -> observer.granted(request, token));
	}

	void handedOn(Hold hold) {
		emitLater("handedOn", hold.lease().key(),
				(observer) -> observer.handedOn(hold.terms().request(), hold.lease().token()));
	}

	void renewed(Hold hold) {
		emitLater("renewed", hold.lease().key(),
				(observer) -> observer.renewed(hold.terms().request(), hold.lease().token()));
	}

	/** Emits a loss, and runs the actions that the holder has registered. */
	void lost(Hold hold, LossCause cause, List<Runnable> actions) {
		emitLater("lost", hold.lease().key(), () -> {
			logger.warn("{}", new LockLostException(hold.lease().key(), cause).getMessage());
			actions.forEach((action) -> guard(action, "A loss action", "lost", hold.lease().key()));
			emit(this.all, "lost", hold.lease().key(),
					(observer) -> observer.lost(hold.terms().request(), hold.lease().token(), cause));
		});
	}

	/** Logs that no code can release a hold. */
	void abandoned(Hold hold) {
		Object owner = hold.waiter().owner();
		String name = (owner instanceof Thread thread) ? thread.getName() : owner.toString();
		emitLater("abandoned", hold.lease().key(),
				() -> logger.warn(
						"Thread '{}' has ended without releasing lock '{}', and its handle is unreachable. The lock "
								+ "is no longer renewed and ends with its ttl. Release it in a finally block",
						name, hold.lease().key()));
	}

	/** Emits a failed renewal, which is repeated. */
	void renewalFailed(Hold hold, Exception failure) {
		logger.debug(
				"The renewal of lock '{}' failed. The renewal is sent again before the lock expires, if there is time.",
				hold.lease().key(), failure);
		emitLater("renewalFailed", hold.lease().key(), () -> emit(this.all, "renewalFailed", hold.lease().key(),
				(observer) -> observer.renewalFailed(hold.terms().request(), hold.lease().token(), failure)));
	}

	/** Runs a loss action on the thread for events, and logs its exceptions. */
	void run(Runnable action, String key) {
		this.executor.execute(() -> guard(action, "A loss action", "lost", key));
	}

	private Duration since(Waiter waiter) {
		return Duration.ofNanos(this.clock.nanos() - waiter.askedAt());
	}

	private void emitLater(String name, String key, Consumer<LockObserver> event) {
		if (!this.observers.isEmpty()) {
			emitLater(name, key, () -> emit(this.observers, name, key, event));
		}
	}

	private void emitLater(String name, String key, Runnable event) {
		try {
			this.executor.execute(() -> guard(event, "The lock service", name, key));
		}
		catch (Throwable ex) { // for example, no thread
			logger
				.warn("The event '{}' of lock '{}' was not delivered to listeners, because no thread could be started. "
						+ "This does not change the state of the lock.", name, key, ex);
		}
	}

	private static void emit(List<LockObserver> receivers, String name, String key, Consumer<LockObserver> event) {
		for (LockObserver observer : receivers) {
			Object receiver = (observer instanceof ListenerObserver known) ? known.listener() : observer;
			guard(() -> event.accept(observer), receiver.getClass().getName(), name, key);
		}
	}

	private static void guard(Runnable foreign, String receiver, String name, String key) {
		try {
			foreign.run();
		}
		catch (Throwable ex) { // also a StackOverflowError
			logger.warn("{} failed on the event '{}' of lock '{}'. This does not change the state of the lock.",
					receiver, name, key, ex);
		}
	}

}
