package io.lockstarter.benchmarks.scenarios;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.load.Slot;
import io.lockstarter.benchmarks.report.Exclusion;
import io.lockstarter.benchmarks.report.Results;

/** Checks mutual exclusion in one round. */
final class ExclusionCheck {

	private final Fleet fleet;

	/** Starts the check. */
	ExclusionCheck(Fleet fleet) {
		this.fleet = fleet;
		fleet.memory().set(Slot.COUNTER, 0);
		fleet.memory().set(Slot.OVERLAPS, 0);
		fleet.memory().set(Slot.INSIDE, 0);
	}

	/** Ends the check. All threads must have left the critical section. */
	void finish(long passes, Results results) {
		results.add(this.fleet.peer(), new Exclusion(passes, passes - this.fleet.memory().get(Slot.COUNTER),
				this.fleet.memory().get(Slot.OVERLAPS)));
	}

}
