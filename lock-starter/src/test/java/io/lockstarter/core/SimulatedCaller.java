package io.lockstarter.core;

import java.time.Duration;

import io.lockstarter.LockRequest;
import io.lockstarter.LossCause;
import org.jspecify.annotations.Nullable;

/**
 * A thread of an application: asks, waits, holds and releases, some times in a row. It is
 * the driver of its waiter.
 */
final class SimulatedCaller {

	private static final long[] TTLS = { 60, 300, 1000, 5000 };

	final SimulatedInstance instance;

	private final String name;

	private final Simulation world;

	private final SimulationPlan plan;

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

	SimulatedCaller(String name, SimulatedInstance instance, Simulation world) {
		this.name = name;
		this.instance = instance;
		this.world = world;
		this.plan = world.plan;
		this.time = world.time;
		this.rounds = this.plan.rounds;
	}

	void think() {
		this.hold = null;
		if (this.rounds-- > 0) {
			this.time.at(this.time.now() + this.plan.between(0, SimulationPlan.millis(this.plan.crowded ? 1 : 60)),
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

	private LockRequest draw() {
		LockRequest request = LockRequest.of("k").withRenew(this.plan.chance(0.6)).withFence(this.plan.chance(0.4));
		request = request.withTtl(Duration.ofMillis(TTLS[this.plan.random.nextInt(TTLS.length)]));
		if (this.plan.crowded) {
			return request.withWaitTime(LockRequest.FOREVER);
		}
		request = request.withWaitTime(switch (this.plan.random.nextInt(6)) {
			case 0 -> Duration.ZERO;
			case 1 -> Duration.ofMillis(this.plan.between(1, 50));
			case 2 -> Duration.ofMillis(this.plan.between(50, 2000));
			default -> LockRequest.FOREVER;
		});
		if (this.plan.chance(0.1)) {
			request = request.withMinHold(Duration.ofMillis(this.plan.between(1, 100)));
		}
		return this.plan.chance(0.1) ? request.withMaxHold(Duration.ofMillis(this.plan.between(100, 400))) : request;
	}

	private void ask() {
		Waiting asking = new Waiting(Terms.of(draw(), this.plan.settings), this.instance.nanos());
		this.askedAs = this.world.nextAsk();
		this.waiter = asking;
		this.exposed = false;
		this.world.trace.add(this, "asks", asking.terms().request());
		this.lane = this.instance.lanes.ask(asking);
		if (this.plan.chance(0.1)) {
			Lane asked = this.lane;
			this.time.at(this.time.now() + this.plan.between(0, SimulationPlan.millis(300)), this.instance, () -> {
				if (!asking.settled()) {
					this.world.trace.add(this, "gives up", null);
					asked.abandon(asking, Refusals.cancelled("k"));
				}
			});
		}
		stepSoon();
	}

	private void stepSoon() {
		if (!this.stepsSoon && !this.sending && this.waiter != null) {
			this.stepsSoon = true;
			this.time.at(this.time.now() + this.plan.stall(), this.instance, this::step);
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
		this.time.blockingAt(this.time.now() + this.plan.stall(), this.instance, () -> {
			command.run();
			this.sending = false;
			then.run();
		});
	}

	private void settled(Waiting waiting) {
		Hold granted = waiting.hold();
		this.world.settled(this, waiting);
		if (granted == null) {
			this.world.trace.add(this, "was refused", waiting.refusal());
			think();
			return;
		}
		this.world.trace.add(this, "holds", granted.lease().token());
		if (this.plan.chance(0.03)) {
			granted.tenure().takeBack(granted);
			think();
			return;
		}
		this.hold = granted;
		this.world.granted(this, granted);
		if (this.plan.chance(0.15)) {
			expose(granted);
		}
		if (this.plan.chance(0.1)) {
			long ttl = SimulationPlan.millis(TTLS[this.plan.random.nextInt(TTLS.length)]);
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
		if (this.plan.chance(0.5)) {
			this.time.at(this.time.now() + this.plan.between(0, SimulationPlan.millis(80)),
					() -> this.world.releaseByToken(granted.lease().token()));
		}
	}

	private void extend(Hold granted, long ttl) {
		try {
			this.instance.commands.extend(granted, ttl);
		}
		catch (RuntimeException ex) {
			this.world.trace.add(this, "could not extend", ex.getMessage());
		}
	}

	private void keep(Hold granted) {
		long longest = this.plan.chance(0.1) ? 500 : 30;
		this.time.at(this.time.now() + this.plan.between(0, SimulationPlan.millis(longest)), this.instance,
				() -> release(granted));
	}

	private void release(Hold granted) {
		LossCause lost = granted.lossCause();
		this.world.trace.add(this, (lost != null) ? "has lost it" : "releases", granted.lease().token());
		this.hold = null;
		send(() -> {
			this.instance.releasing = granted.tenure();
			this.instance.commands.release(granted, (reply) -> {
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
