package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;
import java.util.List;

/**
 * Rounds and durations of the measurement.
 *
 * @param rounds the number of rounds of each contender in each scenario
 * @param round the duration of a round
 * @param warmUp the duration of the warm-up of each contender
 * @param window the duration of the measurement of renewals
 * @param locks the number of renewed locks
 * @param jvm further arguments for the JVMs of the workers
 */
public record MeasurementPlan(int rounds, Duration round, Duration warmUp, Duration window, int locks,
		List<String> jvm) {

	public MeasurementPlan {
		if (rounds < 1 || locks < 1 || round.isZero() || round.isNegative()) {
			throw new IllegalArgumentException("rounds, round and locks must be more than zero: rounds = " + rounds
					+ ", round = " + round + ", locks = " + locks);
		}
	}

	/**
	 * Returns true if this plan measures at least as much as the other, with the same JVM
	 * arguments.
	 */
	public boolean isAtLeast(MeasurementPlan other) {
		return this.rounds >= other.rounds && this.locks >= other.locks && this.round.compareTo(other.round) >= 0
				&& this.warmUp.compareTo(other.warmUp) >= 0 && this.window.compareTo(other.window) >= 0
				&& this.jvm.equals(other.jvm);
	}

}
