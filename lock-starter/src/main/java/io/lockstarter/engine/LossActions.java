package io.lockstarter.engine;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Hold.LossAction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the actions on the loss of a lock. Those of the library never wait for code of the
 * application. The actions of the application may be slow. So they run in order for each
 * hold, and those of different holds side by side, on a limited number of threads.
 */
final class LossActions {

	private static final Logger logger = LoggerFactory.getLogger(LossActions.class);

	/** The number of actions of the application that run at the same time. */
	static final int MOST = 16;

	private final Executor executor;

	private final Executor ofApplication;

	private final AtomicInteger pending = new AtomicInteger();

	LossActions(Executor executor) {
		this.executor = executor;
		this.ofApplication = new BoundedExecutor(executor, MOST);
	}

	/**
	 * Starts actions, in order. Never throws, and neither blocks nor runs code of the
	 * application: it is called inside a lane.
	 * @param hold the lost hold
	 * @param actions its actions
	 */
	void start(Hold hold, List<LossAction> actions) {
		actions.stream().filter((action) -> !action.ofApplication()).forEach((action) -> startOwn(hold, action));
		actions.stream().filter(LossAction::ofApplication).forEach((action) -> startOther(hold, action));
	}

	private void startOwn(Hold hold, LossAction action) {
		if (action.action() instanceof OwnLossAction own && own.isImmediate()) {
			run(hold, action);
			return;
		}
		this.pending.incrementAndGet();
		try {
			this.executor.execute(() -> runPending(hold, action));
		}
		catch (Throwable ex) { // for example, no thread
			notStarted(hold, ex);
		}
	}

	private void startOther(Hold hold, LossAction action) {
		this.pending.incrementAndGet();
		try {
			hold.afterLossActions((last) -> last.thenRunAsync(() -> runPending(hold, action), this.ofApplication)
				.exceptionally((failure) -> {
					notStarted(hold, failure);
					return null;
				}));
		}
		catch (Throwable ex) { // for example, no memory
			notStarted(hold, ex);
		}
	}

	private void notStarted(Hold hold, Throwable failure) {
		this.pending.decrementAndGet();
		logger.warn("An action on the loss of lock '{}' did not run, because no thread could be started. This does not "
				+ "change the state of the lock.", hold.lease().key(), failure);
	}

	private void runPending(Hold hold, LossAction action) {
		try {
			run(hold, action);
		}
		finally {
			this.pending.decrementAndGet();
		}
	}

	private static void run(Hold hold, LossAction action) {
		try {
			action.run();
		}
		catch (Throwable ex) { // also a StackOverflowError
			logger.warn("A loss action failed on the event 'lost' of lock '{}'. This does not change the state of the "
					+ "lock.", hold.lease().key(), ex);
		}
	}

	/** Returns whether all actions have ended. */
	boolean isIdle() {
		return this.pending.get() == 0;
	}

}
