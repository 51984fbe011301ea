package io.lockstarter.simulation;

import io.lockstarter.LockType;
import io.lockstarter.LossCause;
import io.lockstarter.lane.AcquireStep;
import io.lockstarter.lane.AcquireStep.Attempt;
import io.lockstarter.lane.Hold;
import io.lockstarter.lane.Lane;
import io.lockstarter.lane.Refusals;
import io.lockstarter.lane.Waiter;
import io.lockstarter.lane.Waiter.Terms;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a thread of an application that acquires and releases the lock several times.
 * It is the driver of its waiter.
 */
final class SimulatedCaller {

	final SimulatedInstance instance;

	private final String name;

	private final Simulation world;

	private final SimulationPlan plan;

	private final SimulationRandomness random;

	private final SimulatedTime time;

	private int rounds;

	private @Nullable Lane lane;

	@Nullable Waiting waiter;

	private @Nullable Hold hold;

	private boolean exposed;

	/** It has taken the offered lease when it asked, before the waiting callers. */
	private boolean outOfTurn;

	/** The type as which it holds the lock, by its own knowledge. */
	@Nullable LockType holdsAs;

	private boolean sending;

	private boolean stepsSoon;

	private Runnable cancelAlarm = () -> {
	};

	long askedAs;

	SimulatedCaller(String name, SimulatedInstance instance, Simulation world, SimulationRandomness random) {
		this.name = name;
		this.instance = instance;
		this.world = world;
		this.plan = world.plan;
		this.random = random;
		this.time = world.time;
		this.rounds = this.plan.rounds;
	}

	void think() {
		this.hold = null;
		if (this.rounds-- > 0) {
			long pause = this.random.between(0, SimulationPlan.millis(this.plan.alwaysContended ? 1 : 60));
			// A caller that asks again at once may take the lease out of turn.
			boolean atOnce = this.world.slices.chance(0.3);
			this.time.at(this.time.now() + (atOnce ? 0 : pause), this.instance, this::ask);
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
		Waiting asking = new Waiting(this.plan.settings.terms(this.random.request()), this.instance.nanos());
		this.askedAs = this.world.nextAsk();
		this.waiter = asking;
		this.exposed = false;
		this.world.trace.add(this, "asks", asking.terms().request());
		this.lane = this.instance.engine.ask(asking);
		this.outOfTurn = asking.hold() != null;
		if (this.outOfTurn) {
			this.world.promises.tookOutOfTurn(this);
		}
		if (this.random.chance(0.1)) {
			Lane asked = this.lane;
			this.time.at(this.time.now() + this.random.between(0, SimulationPlan.millis(300)), this.instance, () -> {
				if (!asking.settled()) {
					this.world.trace.add(this, "gives up", null);
					if (this.plan.flaw != SimulationFlaw.CALLER_IS_FORGOTTEN || this.plan.callers > 1) {
						this.instance.losesSignals = this.plan.flaw == SimulationFlaw.NEW_HEAD_SLEEPS;
						asked.abandon(asking, Refusals.cancelled(Simulation.KEY));
						this.instance.losesSignals = false;
						stepSoon();
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
			this.time.at(this.time.now() + this.random.stall(), this.instance, this::step);
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
		AcquireStep step = asked.next(waiting, this.instance.nanos());
		if (step instanceof Attempt attempt) {
			this.world.trace.promise(
					attempt.scripted() || !this.plan.withoutFaults || !this.instance.connection.yields(asked),
					"E: an instance that gave way does not ask first", this);
			send(() -> this.instance.engine.acquire(asked, attempt), this::stepSoon);
		}
		else if (step instanceof AcquireStep.Prolongation prolongation) {
			send(() -> this.instance.engine.prolong(asked, prolongation), this::stepSoon);
		}
		else if (step instanceof AcquireStep.Sleep sleep) {
			// While the lock is held here, only a slice ends before the wait time.
			boolean inSlice = asked.hold() != null;
			boolean tooLong = this.plan.flaw == SimulationFlaw.SLEEPS_TOO_LONG;
			long until = tooLong ? waiting.deadline() : (inSlice && this.plan.flaw == SimulationFlaw.SLEEP_PAST_SLICE)
					? waiting.deadline() : sleep.until();
			this.cancelAlarm = this.instance.at(until, this::stepSoon);
		}
		else {
			this.waiter = null;
			settled(waiting);
		}
	}

	private void send(Runnable command, Runnable then) {
		this.sending = true;
		this.time.blockingAt(this.time.now() + this.random.stall(), this.instance, () -> {
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
		if (!this.outOfTurn) {
			this.world.promises.tookInTurn(this);
		}
		this.world.trace.add(this, "holds " + SimulationText.token(granted.lease().token()), null);
		this.world.trace.count(SimulationKind.HOLD);
		if (this.random.chance(0.03)) {
			granted.lane().endUndelivered(granted);
			think();
			return;
		}
		this.holdsAs = granted.terms().type();
		if (this.plan.flaw == SimulationFlaw.VALIDITY_FROM_REPLY
				|| this.plan.flaw == SimulationFlaw.VALIDITY_FROM_MESSAGE) {
			granted.lease().renewed(this.instance.nanos(), granted.lease().ttl());
		}
		this.hold = granted;
		this.world.promises.granted(this, granted);
		if (this.random.chance(0.15)) {
			expose(granted);
		}
		if (this.random.chance(0.1)) {
			long ttl = this.random.ttl().toNanos();
			send(() -> extend(granted, ttl), () -> keep(granted));
		}
		else {
			keep(granted);
		}
	}

	/**
	 * Exposes the token. Another party may release the lock with it, perhaps too late.
	 */
	private void expose(Hold granted) {
		this.exposed = true;
		granted.lease().expose();
		if (this.random.chance(0.5)) {
			this.time.at(this.time.now() + this.random.between(0, SimulationPlan.millis(80)),
					() -> this.world.releaseByToken(granted.lease().token()));
		}
	}

	private void extend(Hold granted, long ttl) {
		try {
			this.instance.engine.extend(granted, ttl);
		}
		catch (RuntimeException ex) {
			this.world.trace.add(this, "could not extend it", null);
		}
	}

	private void keep(Hold granted) {
		long longest = this.random.chance(this.plan.clockJumpsOrDataLoss ? 0.4 : 0.1) ? 500 : 30;
		boolean downgrades = granted.terms().type() == LockType.WRITE && this.random.chance(0.5);
		this.time.at(this.time.now() + this.random.between(0, SimulationPlan.millis(longest)), this.instance, () -> {
			if (downgrades) {
				downgrade(granted);
			}
			else {
				release(granted, granted.terms().type());
			}
		});
	}

	/** Acquires the read lock, and releases the write lock. */
	private void downgrade(Hold granted) {
		Waiting nested = new Waiting(
				this.plan.settings.terms(granted.terms().request().withFence(false).withType(LockType.READ)),
				this.instance.nanos());
		Lane nestedLane = this.instance.engine.ask(nested);
		if (nested.hold() != granted) {
			// The hold was lost meanwhile, so the nested request is one of its own.
			nestedLane.abandon(nested, Refusals.cancelled(Simulation.KEY));
			release(granted, granted.terms().type());
			return;
		}
		this.world.trace.add(this, "downgrades", null);
		boolean late = this.plan.flaw == SimulationFlaw.MODE_CHANGES_AFTER_REPLY;
		this.holdsAs = late ? this.holdsAs : LockType.READ;
		send(() -> this.instance.engine.release(granted, LockType.WRITE, (reply) -> {
		}), () -> this.time.at(this.time.now() + this.random.between(0, SimulationPlan.millis(100)), this.instance,
				() -> release(granted, LockType.READ)));
	}

	private void release(Hold granted, LockType entry) {
		LossCause lost = granted.lossCause();
		this.world.trace.add(this, (lost != null) ? "has lost it" : "releases it", lost);
		this.hold = null;
		send(() -> {
			this.instance.releasing = granted.lane();
			long epoch = this.instance.connection.epoch();
			this.instance.engine.release(granted, entry, (reply) -> {
				boolean reconnected = this.instance.connection.epoch() != epoch;
				this.world.promises.released(this, granted, reply, reconnected);
			});
		}, this::think);
	}

	/**
	 * Returns whether the hold is valid now by its own deadline. It does not make the
	 * hold expire.
	 */
	boolean holdsValidly() {
		Hold held = this.hold;
		return held != null && held.lossCause() == null && !this.instance.isCrashed()
				&& this.instance.nanos() < held.deadline();
	}

	boolean isOutOfTurn() {
		return this.outOfTurn;
	}

	/** Returns whether another party may have released its lock. */
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
		protected void signal() {
			if (!SimulatedCaller.this.instance.losesSignals) {
				stepSoon();
			}
		}

	}

}
