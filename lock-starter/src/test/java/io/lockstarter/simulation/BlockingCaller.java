package io.lockstarter.simulation;

import java.util.Objects;

import io.lockstarter.LockType;
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
final class BlockingCaller extends SimulatedCaller {

	/** The lane that it asked, for a flaw. */
	private @Nullable Lane firstLane;

	private boolean sending;

	private boolean stepsSoon;

	private Runnable cancelAlarm = () -> {
	};

	BlockingCaller(String name, SimulatedInstance instance, Simulation world, SimulationRandomness random) {
		super(name, instance, world, random);
	}

	@Override
	void ask() {
		Waiting asking = new Waiting(this.plan.settings.terms(this.random.request()), this.instance.nanos());
		asks(asking);
		this.firstLane = this.instance.engine.ask(asking);
		hasAsked(asking);
		if (this.random.chance(0.1)) {
			this.time.at(this.time.now() + this.random.between(0, SimulationPlan.millis(300)), this.instance, () -> {
				if (!asking.settled()) {
					this.world.trace.add(this, "gives up", null);
					if (this.plan.flaw != SimulationFlaw.CALLER_IS_FORGOTTEN || this.plan.callers > 1) {
						this.instance.losesSignals = this.plan.flaw == SimulationFlaw.NEW_HEAD_SLEEPS;
						asking.lane().abandon(asking, Refusals.cancelled(Simulation.KEY));
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
		Waiter waiting = this.waiter;
		if (waiting == null) {
			return;
		}
		Lane asked = (this.plan.flaw == SimulationFlaw.DRIVER_KEEPS_LANE) ? Objects.requireNonNull(this.firstLane)
				: waiting.lane();
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

	private void settled(Waiter waiting) {
		Hold granted = waiting.hold();
		if (granted == null) {
			wasRefused(waiting, waiting.refusal());
			return;
		}
		isGranted(waiting, granted);
		if (this.random.chance(0.03)) {
			granted.lane().endUndelivered(granted);
			think();
			return;
		}
		holds(granted);
		if (this.random.chance(0.15)) {
			granted.lease().expose();
			exposed(granted);
		}
		if (this.random.chance(0.1)) {
			long ttl = this.random.ttl().toNanos();
			send(() -> extend(granted, ttl), () -> keep(granted));
		}
		else {
			keep(granted);
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
		long longest = longestWork();
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
				this.plan.settings.terms(granted.terms().request().withFencing(false).withType(LockType.READ)),
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
		endsWork(granted);
		send(() -> {
			this.instance.releasing = granted.lane();
			long epoch = this.instance.connection.epoch();
			this.instance.engine.release(granted, entry, (reply) -> {
				boolean reconnected = this.instance.connection.epoch() != epoch;
				this.world.promises.released(this, granted, reply, reconnected);
			});
		}, this::think);
	}

	/** Its waiter. */
	final class Waiting extends Waiter {

		Waiting(Terms terms, long now) {
			super(BlockingCaller.this, terms, now);
		}

		@Override
		protected void signal() {
			if (!BlockingCaller.this.instance.losesSignals) {
				stepSoon();
			}
		}

	}

}
