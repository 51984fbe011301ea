package io.lockstarter.faults.drive;

import java.util.List;
import java.util.function.BooleanSupplier;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/** Servers and clients suffer at the same time, and others use the same keys. */
final class Attack {

	private static final int PATIENCE = 12;

	private final Plan plan;

	private final History history;

	private final BooleanSupplier caught;

	Attack(Plan plan, History history, BooleanSupplier caught) {
		this.plan = plan;
		this.history = history;
		this.caught = caught;
	}

	/**
	 * Attacks for as long as planned; for longer if no stale write was made yet, since
	 * without one nothing is shown; not so long if what is expected has happened.
	 */
	void on(Site site, Fleet fleet, FencedResource resource) {
		long start = System.nanoTime();
		site.conditions().stream().filter(this.plan.faults()).forEach((name) -> this.history.add(condition(name)));
		long enough = this.plan.duration().toNanos();
		BooleanSupplier over = () -> System.nanoTime()
				- start > ((resource.refused() > 0 || this.plan.expected() != null) ? enough : PATIENCE * enough);
		Chaos servers = chaos(site.faults(), this.plan.seed(), over);
		Chaos clients = chaos(ClientFaults.of(fleet, this.plan.ttl()), ~this.plan.seed(), over);
		Chaos others = chaos(new ForeignLocks(site, this.plan.topology().keys(), this.history).all(),
				Long.reverse(this.plan.seed()), over);
		List<Thread> threads = List.of(start(clients, "client-faults"), start(others, "foreign-locks"));
		servers.run();
		try {
			for (Thread thread : threads) {
				thread.join();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		List.of(servers, clients, others).forEach(Chaos::throwIfFailed);
	}

	private static Thread start(Chaos chaos, String name) {
		Thread thread = new Thread(chaos, name);
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	private static Event condition(String name) {
		long now = System.nanoTime();
		return Event.of(now, Kind.FAULT, Event.NONE, Event.NONE).with("fault", name).with("from", now);
	}

	private Chaos chaos(List<Fault> faults, long seed, BooleanSupplier over) {
		return new Chaos(faults.stream().filter((fault) -> this.plan.faults().test(fault.name())).toList(), seed,
				this.history, over, this.caught, Pause::millis);
	}

}
