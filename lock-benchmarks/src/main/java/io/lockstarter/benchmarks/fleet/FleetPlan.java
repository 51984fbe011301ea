package io.lockstarter.benchmarks.fleet;

import java.util.List;

/**
 * What a scenario needs of each contender.
 *
 * @param workers how many JVMs
 * @param pinned whether Redis and the workers share one core, where that is possible
 * @param renewing whether locks must be renewed
 * @param jvm further arguments of java; where there are any, a worker ends in order, so
 * that a profiler can write what it has
 */
public record FleetPlan(int workers, boolean pinned, boolean renewing, List<String> jvm) {

	public static FleetPlan of(int workers) {
		return new FleetPlan(workers, false, false, List.of());
	}

	public FleetPlan onOneCore() {
		return new FleetPlan(this.workers, true, this.renewing, this.jvm);
	}

	public FleetPlan withRenewal() {
		return new FleetPlan(this.workers, this.pinned, true, this.jvm);
	}

	public FleetPlan withJvm(List<String> jvm) {
		return new FleetPlan(this.workers, this.pinned, this.renewing, jvm);
	}

}
