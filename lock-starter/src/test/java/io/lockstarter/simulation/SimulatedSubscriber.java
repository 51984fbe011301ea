package io.lockstarter.simulation;

import io.lockstarter.store.WakeUps;
import org.jspecify.annotations.Nullable;

/**
 * Delivers wake-ups from the server to an instance. A wake-up may be lost, late or
 * delivered twice, and the subscription may be lost for a while.
 */
final class SimulatedSubscriber {

	private final SimulatedInstance instance;

	private final Simulation world;

	private final SimulationRandomness random;

	private final SimulationTrace trace;

	private final Runnable called;

	private @Nullable WakeUps wakeUps;

	private Runnable unsubscribe = () -> {
	};

	private boolean subscribed;

	private int calls;

	SimulatedSubscriber(SimulatedInstance instance, Simulation world, Runnable called) {
		this.instance = instance;
		this.world = world;
		this.random = instance.random;
		this.trace = world.trace;
		this.called = called;
	}

	boolean subscribed() {
		return this.subscribed;
	}

	/** Returns the number of wake-ups that arrived. */
	int calls() {
		return this.calls;
	}

	Runnable open(WakeUps wakeUps) {
		if (this.wakeUps != null) {
			this.trace.count(SimulationKind.SUBSCRIBED_AGAIN);
		}
		this.wakeUps = wakeUps;
		subscribe(wakeUps, this.random.travel());
		return () -> {
			if (this.wakeUps == wakeUps) {
				this.unsubscribe.run();
			}
		};
	}

	private void subscribe(WakeUps wakeUps, long delay) {
		SimulatedTime time = this.world.time;
		this.unsubscribe = this.world.server.listen(this.instance,
				(token, ticket, fence) -> deliver(wakeUps, token, ticket, fence));
		time.at(time.now() + delay, this.instance, () -> {
			this.subscribed = true;
			wakeUps.subscribed();
		});
	}

	/** Loses the subscription for a while, together with the wake-ups in that time. */
	void breaks() {
		WakeUps unsubscribed = this.wakeUps;
		if (unsubscribed == null) {
			return;
		}
		this.trace.add(this.instance, "loses its subscription for a while", null);
		this.trace.count(SimulationKind.LOST_SUBSCRIPTION);
		this.subscribed = false;
		this.unsubscribe.run();
		unsubscribed.unsubscribed();
		SimulatedTime time = this.world.time;
		time.at(time.now() + this.random.upTo(SimulationPlan.millis(100)), this.instance,
				() -> subscribe(unsubscribed, this.random.travel()));
	}

	/**
	 * Breaks the subscription without notice to the instance. There are three cases:
	 * messages arrive through a replica, but the server does not count it; it is counted,
	 * but no message arrives; or it is gone.
	 */
	void breaksSilently() {
		if (this.wakeUps == null) {
			return;
		}
		int kind = this.random.choices.index(3);
		this.trace.add(this.instance, "has a broken subscription and does not know",
				(kind == 0) ? "not counted" : (kind == 1) ? "not reached" : "gone");
		this.trace.count((kind == 0) ? SimulationKind.NOT_COUNTED : SimulationKind.SILENT);
		this.world.server.redis.breakSubscription(this.instance.name(), kind == 1, kind == 0);
	}

	/** Lets the server know that the subscriber is gone. */
	void close() {
		this.unsubscribe.run();
	}

	private void deliver(WakeUps wakeUps, String token, long ticket, long fence) {
		SimulatedTime time = this.world.time;
		long now = time.now();
		if (this.random.losesWakeUp(now)) {
			this.trace.add(this.instance, "loses its wake-up", SimulationText.token(token));
			this.trace.count(SimulationKind.WAKE_UP_LOST);
			return;
		}
		boolean twice = this.random.losesWakeUp(now);
		if (twice) {
			this.trace.count(SimulationKind.WAKE_UP_TWICE);
		}
		for (int i = 0; i < (twice ? 2 : 1); i++) {
			long delay = this.random.travel();
			if (this.random.losesWakeUp(now) || this.random.echoes(now)) {
				this.trace.count(SimulationKind.WAKE_UP_LATE);
				delay = this.random.between(0, SimulationPlan.millis(500));
			}
			time.at(now + delay, this.instance, () -> {
				this.trace.add(this.instance, "is woken", SimulationText.token(token));
				this.calls++;
				this.called.run();
				wakeUps.granted(Simulation.KEY, token, ticket, fence);
			});
		}
	}

}
