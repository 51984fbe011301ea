package io.lockstarter.aop.call;

import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.lockstarter.BusyHandler;
import io.lockstarter.LockService;
import io.lockstarter.aop.HoldKeeper;
import io.lockstarter.reactive.SubscriptionKeeper;

/**
 * Holds what locked calls need from the application. Beans are looked up for the first
 * lock, since the interceptor exists before most of them.
 *
 * @param service the lock service
 * @param keeper may keep a hold for longer than its call
 * @param subscriptionKeeper may keep a hold for longer than its subscription
 * @param busyHandler decides about busy locks whose annotation does not
 * @param results completes the stages of callers, and runs the code of subscribers. This
 * is code of the application, which may block.
 */
public record LockCollaborators(Supplier<LockService> service, Supplier<HoldKeeper> keeper,
		Supplier<SubscriptionKeeper> subscriptionKeeper, Supplier<BusyHandler> busyHandler, Executor results) {

	/** Runs a task with the results. It always runs, even if no thread can be started. */
	void complete(Runnable task) {
		try {
			this.results.execute(task);
		}
		catch (Throwable ex) {
			// No thread can be started, but the caller must not wait forever.
			task.run();
		}
	}

}
