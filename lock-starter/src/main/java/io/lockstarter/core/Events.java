package io.lockstarter.core;

import java.util.List;
import java.util.concurrent.Executor;

import io.lockstarter.LossCause;
import io.lockstarter.store.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the application what happened to its locks, on a thread of its own. Never throws:
 * it is called in the middle of a lane's step.
 */
final class Events {

	private static final Logger logger = LoggerFactory.getLogger(Events.class);

	private final Listeners listeners;

	private final Executor executor;

	Events(Listeners listeners, Executor executor) {
		this.listeners = listeners;
		this.executor = executor;
	}

	/** A hold was lost; these are the actions that its holder wants to be run. */
	void lost(Hold hold, LossCause cause, List<Runnable> actions) {
		soon(() -> {
			logger.warn("Lock '{}' was lost: {}", hold.lease().key(), cause);
			actions.forEach(Listeners::guard);
			this.listeners.tell((listener) -> listener.lost(hold.terms().request(), hold.lease().token(), cause));
		});
	}

	/** Nobody can release it any more. */
	void abandoned(Hold hold) {
		Object owner = hold.waiter().owner();
		String name = (owner instanceof Thread thread) ? thread.getName() : owner.toString();
		soon(() -> logger.warn(
				"Thread '{}' has ended without releasing lock '{}', and nobody has its handle: the lock "
						+ "is renewed no more and ends with its ttl. Release it in a finally block",
				name, hold.lease().key()));
	}

	/** A renewal failed, and is tried again. */
	void renewalFailed(Lease lease, Exception failure) {
		logger.debug("Renewal of lock '{}' failed, it is tried again", lease.key(), failure);
		soon(() -> this.listeners.tell((listener) -> listener.renewalFailed(lease.key(), lease.token(), failure)));
	}

	private void soon(Runnable event) {
		try {
			this.executor.execute(() -> Listeners.guard(event));
		}
		catch (Throwable ex) { // no thread to be had, for example
			logger.warn("An event of a lock was dropped", ex);
		}
	}

}
