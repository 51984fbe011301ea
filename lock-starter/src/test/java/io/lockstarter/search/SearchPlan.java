package io.lockstarter.search;

import java.time.Duration;

import io.lockstarter.ReleaseMode;
import io.lockstarter.engine.LockSettings;
import io.lockstarter.engine.RetrySettings;
import io.lockstarter.lane.HandOffSettings;
import io.lockstarter.simulation.SimulationFlaw;

/**
 * Defines the bounds of a search. There are few different times, so that states repeat.
 *
 * @param clients the number of instances
 * @param callers the number of callers of the first instance; others have one
 * @param rounds how often each caller asks
 * @param faults the largest number of messages that are slow, lost or sent twice
 * @param crashes the largest number of clients that crash
 * @param handOff whether leases are handed on inside an instance
 * @param slice whether a caller may take an offered lease out of turn; then threads that
 * were signaled wake up at any time, and there are no fencing numbers
 * @param renew whether leases are renewed; otherwise they end with their ttl
 * @param flaw the flaw that is built in on purpose
 */
record SearchPlan(int clients, int callers, int rounds, int faults, int crashes, boolean handOff, boolean slice,
		boolean renew, SimulationFlaw flaw) {

	/** Two clients that ask once each. */
	static final SearchPlan TWO = new SearchPlan(2, 1, 1, 0, 0, false, false, true, SimulationFlaw.NONE);

	static final Duration TTL = Duration.ofMillis(900);

	private static final Duration THIRD = Duration.ofMillis(300);

	LockSettings settings() {
		return new LockSettings("search", TTL, Duration.ofSeconds(5), null, retry(), THIRD, ReleaseMode.SYNC,
				new HandOffSettings(this.slice ? 3 : this.handOff ? 1 : 0, Duration.ofSeconds(1),
						this.slice ? THIRD : Duration.ZERO, 0),
				false);
	}

	RetrySettings retry() {
		return new RetrySettings(THIRD, THIRD, 1, 0);
	}

	/**
	 * Returns the longest delay of a command. A later one would end with its ttl: rule D
	 * (unconfirmed tokens).
	 */
	long latest() {
		return TTL.toNanos() * 3 / 2;
	}

	SearchPlan of(int moreClients, int moreCallers) {
		return new SearchPlan(moreClients, moreCallers, this.rounds, this.faults, this.crashes, moreCallers > 1,
				this.slice, this.renew, this.flaw);
	}

	SearchPlan with(int someFaults, int someCrashes) {
		return new SearchPlan(this.clients, this.callers, this.rounds, someFaults, someCrashes, this.handOff,
				this.slice, this.renew, this.flaw);
	}

	SearchPlan fixed() {
		return new SearchPlan(this.clients, this.callers, this.rounds, this.faults, this.crashes, this.handOff,
				this.slice, false, this.flaw);
	}

	SearchPlan sliced() {
		return new SearchPlan(this.clients, this.callers, this.rounds, this.faults, this.crashes, this.handOff, true,
				this.renew, this.flaw);
	}

	SearchPlan with(SimulationFlaw some) {
		return new SearchPlan(this.clients, this.callers, this.rounds, this.faults, this.crashes, this.handOff,
				this.slice, this.renew, some);
	}

	@Override
	public String toString() {
		return "%d clients%s, %s, %d faults, %d crashes%s"
			.formatted(this.clients,
					this.handOff ? ", " + this.callers + " callers in the first, hand-off"
							+ (this.slice ? " with slices" : "") : "",
					this.renew ? "renewed" : "fixed ttl", this.faults, this.crashes,
					(this.flaw != SimulationFlaw.NONE) ? ", flaw: " + this.flaw : "");
	}

}
