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
		if (this.heard != null) {
			this.trace.count(SimulationKind.SUBSCRIBED_AGAIN);
		}
		this.heard = wakeUps;
		subscribe(wakeUps, this.luck.travel());
		return () -> {
			if (this.heard == wakeUps) {
				this.hangUp.run();
			}
		};
	}

	private void subscribe(WakeUps wakeUps, long delay) {
		SimulatedTime time = this.world.time;
		this.hangUp = this.world.server.listen(this.instance, (token, ticket) -> deliver(wakeUps, token, ticket));
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

	/**
	 * The subscription goes wrong, and the instance does not know. It is left behind on a
	 * replica, where messages arrive that nobody counted; or it is counted, and nothing
	 * arrives; or it is gone.
	 */
	void breaksSilently() {
		if (this.heard == null) {
			return;
		}
		int kind = this.luck.choices.index(3);
		this.trace.add(this.instance, "has a broken subscription and does not know",
				(kind == 0) ? "not counted" : (kind == 1) ? "not reached" : "gone");
		this.trace.count((kind == 0) ? SimulationKind.LEFT_BEHIND : SimulationKind.SILENT);
		this.world.server.redis.breakSubscription(this.instance.name(), kind == 1, kind == 0);
	}

	/** The server knows that nobody is there any more. */
	void close() {
		this.hangUp.run();
	}

	private void deliver(WakeUps wakeUps, String token, long ticket) {
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
			if (this.luck.losesWakeUp(now) || this.luck.echoes(now)) {
				this.trace.count(SimulationKind.WAKE_UP_LATE);
				delay = this.luck.between(0, SimulationPlan.millis(500));
			}
			time.at(now + delay, this.instance, () -> {
				this.trace.add(this.instance, "is called", SimulationWords.token(token));
				this.calls++;
				this.called.run();
				wakeUps.granted(Simulation.KEY, token, ticket);
			});
		}
	}

}
