package io.lockstarter.core;

import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/**
 * The way of wake-ups from the server to an instance. They may be lost, late or come
 * twice, and the subscription may be lost for a while.
 */
final class SimulatedEar {

	private final SimulatedInstance instance;

	private final Simulation world;

	private final SimulationLuck luck;

	private final SimulationTrace trace;

	private final Runnable called;

	private @Nullable WakeUps heard;

	private Runnable hangUp = () -> {
	};

	private boolean listens;

	private int calls;

	SimulatedEar(SimulatedInstance instance, Simulation world, Runnable called) {
		this.instance = instance;
		this.world = world;
		this.luck = instance.luck;
		this.trace = world.trace;
		this.called = called;
	}

	boolean listens() {
		return this.listens;
	}

	/** How many wake-ups were heard. */
	int calls() {
		return this.calls;
	}

	Runnable open(WakeUps wakeUps) {
		this.heard = wakeUps;
		subscribe(wakeUps, this.luck.travel());
		return () -> this.hangUp.run();
	}

	private void subscribe(WakeUps wakeUps, long delay) {
		SimulatedTime time = this.world.time;
		this.hangUp = this.world.server.listen(this.instance, (token) -> deliver(wakeUps, token));
		time.at(time.now() + delay, this.instance, () -> {
			this.listens = true;
			wakeUps.listening();
		});
	}

	/** The subscription is lost, and what is called meanwhile with it. */
	void breaks() {
		WakeUps deaf = this.heard;
		if (deaf == null) {
			return;
		}
		this.trace.add(this.instance, "hears nothing for a while", null);
		this.trace.count(SimulationKind.DEAF);
		this.listens = false;
		this.hangUp.run();
		deaf.deaf();
		SimulatedTime time = this.world.time;
		time.at(time.now() + this.luck.upTo(SimulationPlan.millis(100)), this.instance,
				() -> subscribe(deaf, this.luck.travel()));
	}

	/** The server knows that nobody is there any more. */
	void close() {
		this.hangUp.run();
	}

	private void deliver(WakeUps wakeUps, String token) {
		SimulatedTime time = this.world.time;
		long now = time.now();
		if (this.luck.losesWakeUp(now)) {
			this.trace.add(this.instance, "does not hear its call", SimulationWords.token(token));
			this.trace.count(SimulationKind.WAKE_UP_LOST);
			return;
		}
		boolean twice = this.luck.losesWakeUp(now);
		if (twice) {
			this.trace.count(SimulationKind.WAKE_UP_TWICE);
		}
		for (int i = 0; i < (twice ? 2 : 1); i++) {
			long delay = this.luck.travel();
			if (this.luck.losesWakeUp(now)) {
				this.trace.count(SimulationKind.WAKE_UP_LATE);
				delay = this.luck.between(0, SimulationPlan.millis(500));
			}
			time.at(now + delay, this.instance, () -> {
				this.trace.add(this.instance, "is called", SimulationWords.token(token));
				this.calls++;
				this.called.run();
				wakeUps.granted(Simulation.KEY, token);
			});
		}
	}

}
