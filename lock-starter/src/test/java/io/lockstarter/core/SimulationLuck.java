package io.lockstarter.core;

import java.time.Duration;

import io.lockstarter.LockRequest;

/** What chance does to one of those who take part, within its schedule's plan. */
final class SimulationLuck {

	private static final long[] TTLS = { 60, 300, 1000, 5000 };

	/** By how much clocks may drift apart: one per cent is the margin of a lease. */
	private static final int MARGIN_PER_MYRIAD = 100;

	final SimulationChoices choices;

	private final SimulationPlan plan;

	SimulationLuck(SimulationPlan plan, SimulationChoices choices) {
		this.plan = plan;
		this.choices = choices;
	}

	/** How fast the clock of an instance runs. */
	double rate() {
		if (this.plan.flaw == SimulationFlaw.DRIFT_PAST_MARGIN) {
			return 0.95;
		}
		if (!this.plan.drifts) {
			return 1;
		}
		// Slow ones are dangerous, and the slowest more than others.
		if (this.choices.chance(0.3)) {
			return 1 - MARGIN_PER_MYRIAD / 10_000.0;
		}
		int drift = this.choices.index(2 * MARGIN_PER_MYRIAD + 1);
		return 1 + ((drift % 2 == 0) ? -drift : drift + 1) / 20_000.0;
	}

	/** The time that a message takes. */
	long travel() {
		long spread = 1 + this.choices.below(this.plan.latency);
		return chance(0.02) ? Math.min(5 * spread, SimulationPlan.TIME_OUT / 3) : spread;
	}

	/** The time that a thread takes before it goes on. */
	long stall() {
		return chance(0.1) ? this.choices.below(SimulationPlan.millis(2)) : this.choices.below(20_000);
	}

	boolean faulty(long now) {
		double faults = this.plan.faults(now);
		return faults > 0 && chance(faults);
	}

	boolean replays() {
		return this.plan.replays && chance(0.5);
	}

	boolean late() {
		return this.plan.lateCommands && chance(0.5);
	}

	boolean echoes(long now) {
		return this.plan.echoes && now < this.plan.calmFrom && chance(0.7);
	}

	boolean losesWakeUp(long now) {
		return this.plan.deafness && faulty(now);
	}

	boolean chance(double probability) {
		return this.choices.chance(probability);
	}

	long between(long least, long most) {
		return this.choices.between(least, most);
	}

	/** A time that is as likely to be short as to be long. */
	long upTo(long most) {
		return (long) Math.pow((double) most, 0.7 + 0.3 * this.choices.nextDouble());
	}

	Duration ttl() {
		return Duration.ofMillis(TTLS[this.choices.index(TTLS.length)]);
	}

	/** What a caller wants. */
	LockRequest request() {
		LockRequest request = LockRequest.of(Simulation.KEY).withRenew(chance(0.6)).withFence(chance(0.4));
		request = request.withTtl(ttl());
		if (this.plan.crowded) {
			return request.withWaitTime(LockRequest.FOREVER);
		}
		request = request.withWaitTime(switch (5 - this.choices.index(6)) {
			case 0 -> Duration.ZERO;
			case 1 -> Duration.ofMillis(between(1, 50));
			case 2 -> Duration.ofMillis(between(50, 2000));
			default -> LockRequest.FOREVER;
		});
		if (chance(0.1)) {
			request = request.withMinHold(Duration.ofMillis(between(1, 100)));
		}
		return chance(0.1) ? request.withMaxHold(Duration.ofMillis(between(100, 400))) : request;
	}

}
