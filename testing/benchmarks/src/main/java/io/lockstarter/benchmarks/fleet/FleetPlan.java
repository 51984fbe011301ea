package io.lockstarter.benchmarks.fleet;

import java.util.List;

/**
 * The processes of each contender in a scenario.
 *
 * @param workers the number of JVMs
 * @param pinned true if Redis and the workers share one core, if that is possible
 * @param renewing true if locks must be renewed
 * @param jvm further arguments of java; with such arguments a worker ends normally, so
 * that a profiler can write its data
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
