package io.lockstarter.core;

/** What happens to instances and to the server as a whole, and when. */
final class SimulationTroubles {

	/** Longer than a counter of fencing numbers outlives its lock. */
	private static final long LONGEST_JUMP = SimulationPlan.millis(20 * 60_000);

	private static final long LONGEST_JUMP_BACK = SimulationPlan.millis(30_000);

	private final Simulation world;

	private final SimulationPlan plan;

	private final SimulationLuck luck;

	private final SimulationTrace trace;

	SimulationTroubles(Simulation world, SimulationLuck luck) {
		this.world = world;
		this.plan = world.plan;
		this.luck = luck;
		this.trace = world.trace;
	}

	void plan() {
		this.world.instances().forEach(this::trouble);
		if (this.plan.restarts) {
			soon(() -> restart(false));
		}
		if (this.plan.unruly) {
			unruly();
		}
	}

	/**
	 * Not both back and without data: then nothing is left that numbers could go up from.
	 */
	private void unruly() {
		boolean forgets = this.luck.chance(0.4);
		int times = 1 + this.luck.choices.index(2);
		for (int i = 0; i < times; i++) {
			if (this.luck.chance(0.5)) {
				soon(() -> jump(this.luck.upTo(LONGEST_JUMP)));
			}
			else if (forgets) {
				soon(() -> restart(true));
			}
			else {
				soon(() -> jump(-this.luck.upTo(LONGEST_JUMP_BACK)));
			}
		}
	}

	private void soon(Runnable trouble) {
		this.world.time.at(this.luck.between(0, this.plan.calmFrom), trouble);
	}

	private void trouble(SimulatedInstance instance) {
		long calm = this.plan.calmFrom;
		if (this.plan.crashes && this.luck.chance(0.4)) {
			soon(() -> crash(instance));
		}
		if (this.plan.pauses && this.luck.chance(0.6)) {
			long from = this.luck.between(0, calm);
			this.world.time.at(from, () -> {
				this.trace.add(instance, "is paused", null);
				this.trace.count(SimulationKind.PAUSE);
				instance.pause(this.luck.between(from, calm));
			});
		}
		for (int i = 0; this.plan.echoes && i < 6; i++) {
			soon(() -> {
				this.trace.add(instance, "is paused", null);
				this.trace.count(SimulationKind.PAUSE);
				instance.pause(this.world.time.now() + this.luck.between(0, SimulationPlan.millis(200)));
			});
		}
		if (!this.plan.gentle && this.luck.chance(0.3)) {
			soon(instance.connection.ear::breaks);
		}
		if (!this.plan.gentle && this.luck.chance(0.3)) {
			soon(instance.connection.ear::breaksSilently);
		}
	}

	private void crash(SimulatedInstance instance) {
		this.trace.add(instance, "crashes", null);
		this.trace.count(SimulationKind.CRASH);
		instance.crash();
		// Without a word, or the server sees that its connection is closed.
		if (this.luck.chance(0.5)) {
			instance.connection.ear.close();
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
		this.trace.add("the server", "starts anew", forgets ? "it has forgotten everything" : null);
		this.trace.count(forgets ? SimulationKind.FORGOTTEN : SimulationKind.RESTART);
		if (forgets) {
			this.world.promises.disturb();
			this.world.server.redis.forget();
		}
		this.world.instances().forEach((instance) -> {
			instance.connection.wire.breaks();
			instance.connection.ear.breaks();
		});
	}

}
