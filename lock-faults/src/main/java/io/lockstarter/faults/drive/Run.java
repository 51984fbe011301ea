package io.lockstarter.faults.drive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import io.lockstarter.faults.check.Checker;
import io.lockstarter.faults.check.Terms;
import io.lockstarter.faults.client.Memory;
import io.lockstarter.faults.client.Settings;
import io.lockstarter.faults.client.StarterLocks;
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

	private Outcome play() {
		emptyFolder(this.plan.folder());
		long start = System.nanoTime();
		long lostReplies;
		try (Site site = this.plan.topology().start(Plan.CLIENTS);
				History history = History.create(this.plan.folder(), "driver");
				FencedResource resource = new FencedResource(history)) {
			Memory memory = new Memory(this.plan.folder());
			try (Fleet fleet = new Fleet(Plan.CLIENTS, (slot) -> settings(slot, site, resource), memory)) {
				attack(site, fleet, resource, history);
				fleet.finish(history);
			}
			for (int key = 0; key < Plan.KEYS; key++) {
				history.add(Event.of(System.nanoTime(), Kind.COUNTED, "order:" + key, "end")
					.with("read", memory.counter(key)));
			}
			new Aftermath(site.masters(), history).inspect(this.plan.ttl());
			lostReplies = site.lostReplies();
		}
		List<Event> events = History.readAll(this.plan.folder());
		return new Outcome(this.plan, events,
				Checker.check(events, new Terms(this.plan.topology().exclusive(), this.plan.ttl(), true)), lostReplies,
				System.nanoTime() - start);
	}

	private Settings settings(int slot, Site site, FencedResource resource) {
		return Settings.parse(site.properties(slot).toArray(String[]::new))
			.with("locks", StarterLocks.class.getName())
			.with("folder", this.plan.folder())
			.with("seed", this.plan.seed())
			.with("threads", Plan.THREADS)
			.with("keys", Plan.KEYS)
			.with("ttl", this.plan.ttl().toMillis())
			.with("resource", resource.port())
			.with("probe", this.plan.topology().exclusive() ? site.probePort() : 0);
	}

	/**
	 * Servers and clients suffer at the same time; for longer if no stale write was made
	 * yet, since without one nothing is shown.
	 */
	private void attack(Site site, Fleet fleet, FencedResource resource, History history) {
		long start = System.nanoTime();
		long enough = this.plan.duration().toNanos();
		BooleanSupplier over = () -> System.nanoTime() - start > ((resource.refused() > 0) ? enough : 4 * enough);
		Chaos servers = new Chaos(site.faults(), this.plan.seed(), history, over);
		Chaos clients = new Chaos(ClientFaults.of(fleet, this.plan.ttl()), ~this.plan.seed(), history, over);
		Thread thread = new Thread(clients, "client-faults");
		thread.setDaemon(true);
		thread.start();
		servers.run();
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		for (Chaos chaos : List.of(servers, clients)) {
			RuntimeException failure = chaos.failure();
			if (failure != null) {
				throw failure;
			}
		}
	}

	private static void emptyFolder(Path folder) {
		try {
			Files.createDirectories(folder);
			try (Stream<Path> files = Files.walk(folder)) {
				for (Path file : files.sorted(Comparator.reverseOrder())
					.filter((path) -> !path.equals(folder))
					.toList()) {
					Files.delete(file);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
