package io.lockstarter.simulation;

import io.lockstarter.LockRequest;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * A caller of a {@link ScaleSimulation}: it acquires and releases locks until the end.
 */
final class ScaleCaller {

	private final ScaleInstance instance;

	private final ScaleSimulation world;

	private @Nullable Waiting waiter;

	private boolean busy;

	private boolean stepsSoon;

	private Runnable cancelAlarm = () -> {
	};

	ScaleCaller(ScaleInstance instance, ScaleSimulation world) {
		this.instance = instance;
		this.world = world;
	}

	void ask() {
		if (this.world.time.now() >= this.world.end()) {
			return;
		}
		LockRequest request = LockRequest.of(this.world.drawKey()).withWaitTime(LockRequest.FOREVER);
		Waiting asking = new Waiting(this.world.settings.terms(request), this.instance.nanos());
		this.waiter = asking;
		this.instance.engine.ask(asking);
		stepSoon();
	}

	private void stepSoon() {
		if (!this.stepsSoon && !this.busy && this.waiter != null) {
			this.stepsSoon = true;
			this.world.time.at(this.world.time.now(), this.instance, this::step);
		}
	}

	private void step() {
		this.stepsSoon = false;
		this.cancelAlarm.run();
		Waiting waiting = this.waiter;
		if (waiting == null) {
			return;
		}
		Lane asked = waiting.lane();
		AcquireStep step = asked.next(waiting, this.instance.nanos());
		if (step instanceof Attempt attempt) {
			send(() -> this.instance.engine.acquire(asked, attempt), this::stepSoon);
		}
		else if (step instanceof AcquireStep.Prolongation prolongation) {
			send(() -> this.instance.engine.prolong(asked, prolongation), this::stepSoon);
		}
		else if (step instanceof AcquireStep.Sleep sleep) {
			this.cancelAlarm = this.instance.at(sleep.until(), this::stepSoon);
		}
		else {
			this.waiter = null;
			holds(waiting);
		}
	}

	private void send(Runnable command, Runnable then) {
		this.busy = true;
		this.world.time.blockingAt(this.world.time.now(), this.instance, () -> {
			command.run();
			this.busy = false;
			then.run();
		});
	}

	private void holds(Waiting waiting) {
		Hold hold = waiting.hold();
		if (hold == null) {
			throw new IllegalStateException("refused: " + waiting.refusal());
		}
		this.world.acquired(hold.lane().key(), this.instance, this.instance.nanos() - waiting.askedAt());
		this.world.time.at(this.world.time.now() + this.world.holdNanos(), this.instance, () -> {
			this.world.released(hold.lane().key());
			send(() -> this.instance.engine.release(hold, (reply) -> {
			}), this::ask);
		});
	}

	/** Its waiter. */
	private final class Waiting extends Waiter {

		Waiting(Terms terms, long now) {
			super(ScaleCaller.this, terms, now);
		}

		@Override
		protected void signal() {
			stepSoon();
		}

	}

}
