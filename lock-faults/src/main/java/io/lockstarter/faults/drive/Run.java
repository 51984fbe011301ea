package io.lockstarter.faults.drive;

import java.util.List;

import io.lockstarter.faults.check.Checker;
import io.lockstarter.faults.check.Terms;
import io.lockstarter.faults.check.Verdict;
import io.lockstarter.faults.client.Memory;
import io.lockstarter.faults.client.Settings;
import io.lockstarter.faults.client.Worker;
import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/** Plays one run from start to verdict. */
public final class Run {

	private final Plan plan;

	private Run(Plan plan) {
		this.plan = plan;
	}

	/** Plays a run. */
	public static Outcome play(Plan plan) {
		return new Run(plan).play();
	}

	@SuppressWarnings("try") // the watch is not used, only open
	private Outcome play() {
		Folders.empty(this.plan.folder());
		long start = System.nanoTime();
		long lostReplies;
		try (Site site = this.plan.topology().start(Plan.CLIENTS);
				History history = History.create(this.plan.folder(), "driver");
				FencedResource resource = new FencedResource(history)) {
			Memory memory = new Memory(this.plan.folder());
			try (Fleet fleet = new Fleet(Plan.CLIENTS, (slot) -> settings(slot, site, resource), memory)) {
				try (SplitWatch watch = new SplitWatch(site.candidates(), site.masters().size(), history)) {
					new Attack(this.plan, history, this::isCaught).on(site, fleet, resource);
				}
				if (!isCaught()) {
					fleet.finish(history);
					count(memory, this.plan.topology().keys(), history);
					new Aftermath(site.masters(), history).inspect(this.plan.ttl());
				}
			}
			lostReplies = site.lostReplies();
		}
		List<Event> events = History.readAll(this.plan.folder());
		return new Outcome(this.plan, events, verdict(events, true), lostReplies, System.nanoTime() - start);
	}

	private Settings settings(int slot, Site site, FencedResource resource) {
		return Settings.parse(site.properties(slot).toArray(String[]::new))
			.and(this.plan.settings())
			.with("locks", this.plan.locks())
			.with("folder", this.plan.folder())
			.with("seed", this.plan.seed())
			.with("threads", Plan.THREADS)
			.with("keys", this.plan.topology().keys())
			.with("ttl", this.plan.ttl().toMillis())
			.with("resource", resource.port())
			.with("probe", this.plan.topology().exclusive() ? site.probePort() : 0);
	}

	private static void count(Memory memory, int keys, History history) {
		for (int key = 0; key < keys; key++) {
			history.add(Event.of(System.nanoTime(), Kind.COUNTED, Worker.key(key), "end")
				.with("read", memory.counter(key)));
		}
	}

	/** Whether what is expected to break has been seen to break already. */
	private boolean isCaught() {
		return this.plan.expected() != null
				&& !verdict(History.readAll(this.plan.folder()), false).of(this.plan.expected()).isEmpty();
	}

	private Verdict verdict(List<Event> events, boolean stale) {
		return Checker.check(events, new Terms(this.plan.topology().exclusive(), this.plan.ttl(), stale));
	}

}
