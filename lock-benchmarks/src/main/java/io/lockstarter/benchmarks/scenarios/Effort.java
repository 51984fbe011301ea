package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;
import java.util.List;

/**
 * How much is measured.
 *
 * @param rounds of each contender in each scenario
 * @param round how long one takes
 * @param warmUp how long each contender runs before
 * @param window over which renewals are measured
 * @param locks that are renewed
 * @param jvm further arguments for the JVMs of the workers
 */
public record Effort(int rounds, Duration round, Duration warmUp, Duration window, int locks, List<String> jvm) {

	public Effort {
		if (rounds < 1 || locks < 1 || round.isZero() || round.isNegative()) {
			throw new IllegalArgumentException("Rounds, seconds and locks must be more than zero");
		}
	}

	/** Whether it is no less than another, on JVMs with the same arguments. */
	public boolean isAtLeast(Effort other) {
		return this.rounds >= other.rounds && this.locks >= other.locks && this.round.compareTo(other.round) >= 0
				&& this.warmUp.compareTo(other.warmUp) >= 0 && this.window.compareTo(other.window) >= 0
				&& this.jvm.equals(other.jvm);
	}

}
