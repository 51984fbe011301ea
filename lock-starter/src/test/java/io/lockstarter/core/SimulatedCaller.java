package io.lockstarter.core;

import io.lockstarter.LossCause;
import org.jspecify.annotations.Nullable;

/**
 * A thread of an application: asks, waits, holds and releases, some times in a row. It is
 * the driver of its waiter.
 */
final class SimulatedCaller {

	final SimulatedInstance instance;

	private final String name;

	private final Simulation world;

	private final SimulationPlan plan;

	private final SimulationLuck luck;

	private final SimulatedTime time;

	private int rounds;

	private @Nullable Lane lane;

	@Nullable Waiting waiter;

	private @Nullable Hold hold;

	private boolean exposed;

	private boolean sending;

	private boolean stepsSoon;

	private Runnable cancelAlarm = () -> {
	};

	long askedAs;

	SimulatedCaller(String name, SimulatedInstance instance, Simulation world, SimulationLuck luck) {
		this.name = name;
		this.instance = instance;
		this.world = world;
		this.plan = world.plan;
		this.luck = luck;
		this.time = world.time;
		this.rounds = this.plan.rounds;
	}

	void think() {
		this.hold = null;
		if (this.rounds-- > 0) {
			this.time.at(this.time.now() + this.luck.between(0, SimulationPlan.millis(this.plan.crowded ? 1 : 60)),
					this.instance, this::ask);
		}
	}

	boolean isDone() {
		return this.instance.isCrashed() || this.rounds < 0;
	}

	boolean waits() {
		Waiting waiting = this.waiter;
		return waiting != null && !waiting.settled() && !this.instance.isCrashed();
	}

	private void ask() {
		Waiting asking = new Waiting(Terms.of(this.luck.request(), this.plan.settings), this.instance.nanos());
		this.askedAs = this.world.nextAsk();
		this.waiter = asking;
		this.exposed = false;
		this.world.trace.add(this, "asks", asking.terms().request());
		this.lane = this.instance.lanes.ask(asking);
		if (this.luck.chance(0.1)) {
			Lane asked = this.lane;
			this.time.at(this.time.now() + this.luck.between(0, SimulationPlan.millis(300)), this.instance, () -> {
				if (!asking.settled()) {
					this.world.trace.add(this, "gives up", null);
					if (this.plan.flaw != SimulationFlaw.CALLER_IS_FORGOTTEN || this.plan.callers > 1) {
						asked.abandon(asking, Refusals.cancelled(Simulation.KEY));
					}
					else {
						this.waiter = null;
						think();
					}
				}
			});
		}
		stepSoon();
	}

	private void stepSoon() {
		if (!this.stepsSoon && !this.sending && this.waiter != null) {
			this.stepsSoon = true;
			this.time.at(this.time.now() + this.luck.stall(), this.instance, this::step);
		}
	}

	private void step() {
		this.stepsSoon = false;
		this.cancelAlarm.run();
		Lane asked = this.lane;
		Waiting waiting = this.waiter;
		if (asked == null || waiting == null) {
			return;
		}
		Step step = asked.next(waiting, this.instance.nanos());
		if (step instanceof Attempt attempt) {
			this.world.trace.promise(
					attempt.scripted() || !this.plan.gentle || !this.instance.connection.yields(asked.tenure()),
					"E: whoever gave way does not try to be first", this);
			send(() -> this.instance.commands.acquire(asked, attempt), this::stepSoon);
		}
		else if (step instanceof Step.Prolongation prolongation) {
			send(() -> this.instance.commands.prolong(asked, prolongation), this::stepSoon);
		}
		else if (step instanceof Step.Sleep sleep) {
			this.cancelAlarm = this.instance.at(sleep.until(), this::stepSoon);
		}
		else {
			this.waiter = null;
			settled(waiting);
		}
	}

	private void send(Runnable command, Runnable then) {
		this.sending = true;
		this.time.blockingAt(this.time.now() + this.luck.stall(), this.instance, () -> {
			command.run();
			this.sending = false;
			then.run();
		});
	}

	private void settled(Waiting waiting) {
		Hold granted = waiting.hold();
		this.world.promises.settled(this, waiting);
		if (granted == null) {
			this.world.trace.add(this, "was refused", waiting.refusal());
			this.world.trace.count(SimulationKind.REFUSAL);
			think();
			return;
		}
		this.world.trace.add(this, "holds " + SimulationWords.token(granted.lease().token()), null);
		this.world.trace.count(SimulationKind.HOLD);
		if (this.luck.chance(0.03)) {
			granted.tenure().takeBack(granted);
			think();
			return;
		}
		if (this.plan.flaw == SimulationFlaw.VALIDITY_FROM_REPLY) {
			granted.lease().renewed(this.instance.nanos(), granted.lease().ttl());
		}
		this.hold = granted;
		this.world.promises.granted(this, granted);
		if (this.luck.chance(0.15)) {
			expose(granted);
		}
		if (this.luck.chance(0.1)) {
			long ttl = this.luck.ttl().toNanos();
			send(() -> extend(granted, ttl), () -> keep(granted));
		}
		else {
			keep(granted);
		}
	}

	/** Gives the token to somebody who may release it, perhaps too late. */
	private void expose(Hold granted) {
		this.exposed = true;
		granted.lease().expose();
		if (this.luck.chance(0.5)) {
			this.time.at(this.time.now() + this.luck.between(0, SimulationPlan.millis(80)),
					() -> this.world.releaseByToken(granted.lease().token()));
		}
	}

	private void extend(Hold granted, long ttl) {
		try {
			this.instance.commands.extend(granted, ttl);
		}
		catch (RuntimeException ex) {
			this.world.trace.add(this, "could not extend it", null);
		}
	}

	private void keep(Hold granted) {
		long longest = this.luck.chance(this.plan.unruly ? 0.4 : 0.1) ? 500 : 30;
		this.time.at(this.time.now() + this.luck.between(0, SimulationPlan.millis(longest)), this.instance,
				() -> release(granted));
	}

	private void release(Hold granted) {
		LossCause lost = granted.lossCause();
		this.world.trace.add(this, (lost != null) ? "has lost it" : "releases it", lost);
		this.hold = null;
		send(() -> {
			this.instance.releasing = granted.tenure();
			long epoch = this.instance.connection.epoch();
			this.instance.commands.release(granted, (reply) -> {
				boolean reconnected = this.instance.connection.epoch() != epoch;
				this.world.promises.released(this, granted, reply, reconnected);
			});
		}, this::think);
	}

	/** By the words of its hold, asked at this moment, without telling it the time. */
	boolean holdsValidly() {
		Hold held = this.hold;
		return held != null && held.lossCause() == null && !this.instance.isCrashed()
				&& this.instance.nanos() < held.deadline();
	}

	/** Whether somebody else may have ended its lock. */
	boolean isExposed() {
		return this.exposed;
	}

	@Nullable Hold hold() {
		return this.hold;
	}

	@Override
	public String toString() {
		return this.name;
	}

	/** Its waiter. */
	final class Waiting extends Waiter {

		Waiting(Terms terms, long now) {
			super(SimulatedCaller.this, terms, now);
		}

		@Override
		void signal() {
			stepSoon();
		}

	}

}
