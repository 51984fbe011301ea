package io.lockstarter.benchmarks.scenarios;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.load.Slot;
import io.lockstarter.benchmarks.report.Exclusion;
import io.lockstarter.benchmarks.report.Results;

/** Whether all who went through the section in one round were alone in it. */
final class ExclusionCheck {

	private final Fleet fleet;

	/** From now on. */
	ExclusionCheck(Fleet fleet) {
		this.fleet = fleet;
		fleet.memory().set(Slot.COUNTER, 0);
		fleet.memory().set(Slot.OVERLAPS, 0);
		fleet.memory().set(Slot.INSIDE, 0);
	}

	/** When all are out again. */
	void finish(long passes, Results results) {
		results.add(this.fleet.peer(), new Exclusion(passes, passes - this.fleet.memory().get(Slot.COUNTER),
				this.fleet.memory().get(Slot.OVERLAPS)));
	}

}
