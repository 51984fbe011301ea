package io.lockstarter.simulation;

/** Plans faults of whole instances and of the server. */
final class SimulationFaults {

	/** Longer than the time for which a counter of fencing numbers outlives its lock. */
	private static final long LONGEST_JUMP = SimulationPlan.millis(20 * 60_000);

	private static final long LONGEST_JUMP_BACK = SimulationPlan.millis(30_000);

	private final Simulation world;

	private final SimulationPlan plan;

	private final SimulationRandomness random;

	private final SimulationTrace trace;

	SimulationFaults(Simulation world, SimulationRandomness random) {
		this.world = world;
		this.plan = world.plan;
		this.random = random;
		this.trace = world.trace;
	}

	void plan() {
		this.world.instances().forEach(this::trouble);
		if (this.plan.restarts) {
			soon(() -> restart(false));
		}
		if (this.plan.clockJumpsOrDataLoss) {
			planJumpsOrDataLoss();
		}
	}

	/**
	 * Plans jumps of the clock or loss of data, but never a jump back together with a
	 * loss of data. Then fencing numbers could not rise.
	 */
	private void planJumpsOrDataLoss() {
		boolean forgets = this.random.chance(0.4);
		int times = 1 + this.random.choices.index(2);
		for (int i = 0; i < times; i++) {
			if (this.random.chance(0.5)) {
				soon(() -> jump(this.random.upTo(LONGEST_JUMP)));
			}
			else if (forgets) {
				soon(() -> restart(true));
			}
			else {
				soon(() -> jump(-this.random.upTo(LONGEST_JUMP_BACK)));
			}
		}
	}

	private void soon(Runnable trouble) {
		this.world.time.at(this.random.between(0, this.plan.faultsEndAt), trouble);
	}

	private void trouble(SimulatedInstance instance) {
		long calm = this.plan.faultsEndAt;
		if (this.plan.crashes && this.random.chance(0.4)) {
			soon(() -> crash(instance));
		}
		if (this.plan.pauses && this.random.chance(0.6)) {
			long from = this.random.between(0, calm);
			this.world.time.at(from, () -> {
				this.trace.add(instance, "is paused", null);
				this.trace.count(SimulationKind.PAUSE);
				instance.pause(this.random.between(from, calm));
			});
		}
		for (int i = 0; this.plan.lateRepeats && i < 6; i++) {
			soon(() -> {
				this.trace.add(instance, "is paused", null);
				this.trace.count(SimulationKind.PAUSE);
				instance.pause(this.world.time.now() + this.random.between(0, SimulationPlan.millis(200)));
			});
		}
		if (this.plan.shutdowns && this.random.chance(0.5)) {
			long from = this.random.between(0, SimulationPlan.millis(1000));
			long until = from + this.random.between(0, SimulationPlan.millis(400));
			this.world.time.blockingAt(from, instance, () -> shutDown(instance, until));
		}
		if (!this.plan.withoutFaults && this.random.chance(0.3)) {
			soon(instance.connection.subscriber::breaks);
		}
		if (!this.plan.withoutFaults && this.random.chance(0.3)) {
			soon(instance.connection.subscriber::breaksSilently);
		}
	}

	/**
	 * Shuts an instance down, as the engine does: it refuses all callers, waits for the
	 * holders, and releases what is left.
	 */
	private void shutDown(SimulatedInstance instance, long until) {
		this.trace.add(instance, "shuts down", null);
		this.trace.count(SimulationKind.SHUTDOWN);
		instance.engine.close();
		while (instance.engine.lanes() > 0 && this.world.time.now() < until) {
			this.world.time.await(this.world.time.now() + SimulationPlan.millis(5), instance);
		}
		instance.engine.releaseRest();
		this.trace.add(instance, "has shut down", null);
	}

	private void crash(SimulatedInstance instance) {
		this.trace.add(instance, "crashes", null);
		this.trace.count(SimulationKind.CRASH);
		instance.crash();
		// The server may or may not notice that the connection is closed.
		if (this.random.chance(0.5)) {
			instance.connection.subscriber.close();
		}
	}

	private void jump(long by) {
		this.trace.add("the server's clock", (by > 0) ? "jumps forward" : "jumps back", by / 1_000_000 + " ms");
		this.trace.count((by > 0) ? SimulationKind.JUMP_FORWARD : SimulationKind.JUMP_BACK);
		this.world.promises.disturb();
		if (by < 0) {
			this.world.promises.outlive();
		}
		this.world.server.redis.jump(by);
	}

	private void restart(boolean forgets) {
		this.trace.add("the server", "restarts", forgets ? "without its data" : null);
		this.trace.count(forgets ? SimulationKind.FORGOTTEN : SimulationKind.RESTART);
		if (forgets) {
			this.world.promises.disturb();
			this.world.server.redis.forget();
		}
		this.world.instances().forEach((instance) -> {
			instance.connection.transport.breaks();
			instance.connection.subscriber.breaks();
		});
	}

}
