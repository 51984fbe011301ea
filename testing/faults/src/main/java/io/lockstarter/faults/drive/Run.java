package io.lockstarter.faults.drive;

import java.util.List;

import io.lockstarter.faults.check.CheckResult;
import io.lockstarter.faults.check.Checker;
import io.lockstarter.faults.check.Promises;
import io.lockstarter.faults.client.Settings;
import io.lockstarter.faults.client.SharedMemory;
import io.lockstarter.faults.client.Worker;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/**
 * Executes one run: starts servers and clients, injects faults and checks the history.
 */
public final class Run {

	private final Plan plan;

	private Run(Plan plan) {
		this.plan = plan;
	}

	/** Executes a run. */
	public static RunResult execute(Plan plan) {
		return new Run(plan).execute();
	}

	@SuppressWarnings("try") // the watch only needs to be open
	private RunResult execute() {
		Folders.empty(this.plan.folder());
		long start = System.nanoTime();
		long lostReplies;
		try (Deployment deployment = this.plan.topology().start(Plan.CLIENTS);
				History history = History.create(this.plan.folder(), "driver");
				FencedResource resource = new FencedResource(history)) {
			SharedMemory memory = new SharedMemory(this.plan.folder());
			try (Fleet fleet = new Fleet(Plan.CLIENTS, (slot) -> settings(slot, deployment, resource), memory)) {
				try (SplitBrainWatch watch = new SplitBrainWatch(deployment.candidates(), deployment.masters().size(),
						history)) {
					new FaultInjection(this.plan, history, this::isCaught).run(deployment, fleet, resource);
				}
				if (!isCaught()) {
					fleet.finish(history);
					count(memory, this.plan.topology().keys(), history);
					new LeftoverInspection(deployment.masters(), history).inspect(this.plan.ttl());
				}
			}
			lostReplies = deployment.lostReplies();
		}
		List<Event> events = History.readAll(this.plan.folder());
		return new RunResult(this.plan, events, checkResult(events, true), lostReplies, System.nanoTime() - start);
	}

	private Settings settings(int slot, Deployment deployment, FencedResource resource) {
		return Settings.parse(deployment.properties(slot).toArray(String[]::new))
			.and(this.plan.settings())
			.with("locks", this.plan.locks())
			.with("folder", this.plan.folder())
			.with("seed", this.plan.seed())
			.with("threads", Plan.THREADS)
			.with("keys", this.plan.topology().keys())
			.with("ttl", this.plan.ttl().toMillis())
			.with("resource", resource.port())
			.with("probe", this.plan.topology().exclusive() ? deployment.probePort() : 0);
	}

	private static void count(SharedMemory memory, int keys, History history) {
		for (int key = 0; key < keys; key++) {
			history.add(Event.of(System.nanoTime(), Kind.COUNTER_AT_END, Worker.key(key), "end")
				.with("read", memory.counter(key)));
		}
	}

	/** Returns true if the expected violation has been found already. */
	private boolean isCaught() {
		return this.plan.expected() != null
				&& !checkResult(History.readAll(this.plan.folder()), false).of(this.plan.expected()).isEmpty();
	}

	private CheckResult checkResult(List<Event> events, boolean stale) {
		return Checker.check(events, new Promises(this.plan.topology().exclusive(), this.plan.ttl(), stale));
	}

}
