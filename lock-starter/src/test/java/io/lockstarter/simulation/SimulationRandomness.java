package io.lockstarter.simulation;

import java.time.Duration;

import io.lockstarter.LockRequest;
import io.lockstarter.LockType;

/** Makes the random decisions for one participant, within the plan of the schedule. */
final class SimulationRandomness {

	private static final long[] TTLS = { 60, 300, 1000, 5000 };

	/** The largest drift between clocks. It is the margin of a lease, one percent. */
	private static final int MARGIN_PER_MYRIAD = 100;

	final SimulationChoices choices;

	private final SimulationPlan plan;

	SimulationRandomness(SimulationPlan plan, SimulationChoices choices) {
		this.plan = plan;
		this.choices = choices;
	}

	/** Returns the speed of an instance's clock. */
	double rate() {
		if (this.plan.flaw == SimulationFlaw.DRIFT_PAST_MARGIN) {
			return 0.95;
		}
		if (!this.plan.drifts) {
			return 1;
		}
		// Slow clocks are dangerous, the slowest most of all.
		if (this.choices.chance(0.3)) {
			return 1 - MARGIN_PER_MYRIAD / 10_000.0;
		}
		int drift = this.choices.index(2 * MARGIN_PER_MYRIAD + 1);
		return 1 + ((drift % 2 == 0) ? -drift : drift + 1) / 20_000.0;
	}

	/** Returns the time that a message takes. */
	long travel() {
		long spread = 1 + this.choices.below(this.plan.latency);
		return chance(0.02) ? Math.min(5 * spread, SimulationPlan.TIME_OUT / 3) : spread;
	}

	/** Returns the time after which a thread continues. */
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
		return this.plan.lateRepeats && now < this.plan.faultsEndAt && chance(0.7);
	}

	boolean losesWakeUp(long now) {
		return this.plan.lostSubscriptions && faulty(now);
	}

	boolean rejects(long now) {
		return this.plan.rejections && now < this.plan.faultsEndAt && chance(0.03);
	}

	boolean chance(double probability) {
		return this.choices.chance(probability);
	}

	long between(long least, long most) {
		return this.choices.between(least, most);
	}

	/** Returns a time; short and long ones are equally likely. */
	long upTo(long most) {
		return (long) Math.pow((double) most, 0.7 + 0.3 * this.choices.nextDouble());
	}

	Duration ttl() {
		return Duration.ofMillis(TTLS[this.choices.index(TTLS.length)]);
	}

	/** Returns the request of a caller. */
	LockRequest request() {
		LockType claims = this.plan.flaw.claims;
		if (claims == null) {
			return exclusive();
		}
		LockRequest request = claim(exclusive(), claims);
		if (!this.plan.equalClaims) {
			return request;
		}
		request = request.withTtl(Duration.ofSeconds(1)).withFencing(false);
		return (claims == LockType.SEMAPHORE) ? request.withPermits(2) : request;
	}

	private LockRequest claim(LockRequest request, LockType type) {
		return switch (type) {
			case SEMAPHORE -> request.withFencing(false).withType(type).withPermits(1 + this.choices.index(3));
			case READ ->
				chance(0.6) ? request.withFencing(false).withType(LockType.READ) : request.withType(LockType.WRITE);
			default -> request.withType(type);
		};
	}

	private LockRequest exclusive() {
		LockRequest request = LockRequest.of(Simulation.KEY).withRenew(chance(0.6)).withFencing(chance(0.4));
		request = request.withTtl(ttl());
		if (this.plan.alwaysContended) {
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
