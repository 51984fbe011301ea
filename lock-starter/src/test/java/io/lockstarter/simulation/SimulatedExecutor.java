package io.lockstarter.simulation;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import io.lockstarter.lane.Waiter;

/** Runs the tasks of callers that do not block. The tasks themselves may block. */
final class SimulatedExecutor implements Executor {

	private final SimulatedInstance instance;

	private final SimulatedTime time;

	private final SimulationTrace trace;

	private final SimulationFlaw flaw;

	private final Role role;

	SimulatedExecutor(SimulatedInstance instance, Simulation world, Role role) {
		this.instance = instance;
		this.time = world.time;
		this.trace = world.trace;
		this.flaw = world.plan.flaw;
		this.role = role;
	}

	@Override
	public void execute(Runnable task) {
		if (this.flaw == SimulationFlaw.TASKS_RUN_ON_CLIENT_THREAD && this.instance.isOnClientThread()) {
			task.run();
			return;
		}
		if (this.instance.random.rejects(this.time.now())) {
			this.trace.count(SimulationKind.REJECTED);
			throw new RejectedExecutionException("no thread");
		}
		if (this.flaw == SimulationFlaw.SIGNAL_IS_LOST && task instanceof Waiter && this.instance.random.chance(0.05)) {
			return;
		}
		if (this.role == Role.RESULTS) {
			this.instance.resultIsReady();
		}
		this.time.blockingAt(this.time.now() + this.instance.random.stall(), this.instance, () -> run(task));
		if (this.flaw == SimulationFlaw.RESULT_IS_DELIVERED_TWICE && this.role == Role.RESULTS) {
			this.time.blockingAt(this.time.now() + this.instance.random.stall(), this.instance, () -> run(task));
		}
	}

	private void run(Runnable task) {
		if (this.role == Role.RESULTS && this.instance.losesResult) {
			this.instance.losesResult = false;
			return;
		}
		task.run();
	}

	/** The role of an executor. */
	enum Role {

		/** Runs steps of waiters. */
		WORKERS,

		/** Delivers results to the application. */
		RESULTS

	}

}
