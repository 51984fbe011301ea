package io.lockstarter.faults.drive;

import java.util.List;
import java.util.function.BooleanSupplier;

import io.lockstarter.faults.history.History;

/** Servers and clients suffer at the same time. */
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
		long enough = this.plan.duration().toNanos();
		BooleanSupplier over = () -> System.nanoTime()
				- start > ((resource.refused() > 0 || this.plan.expected() != null) ? enough : PATIENCE * enough);
		Chaos servers = chaos(site.faults(), this.plan.seed(), over);
		Chaos clients = chaos(ClientFaults.of(fleet, this.plan.ttl()), ~this.plan.seed(), over);
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
		servers.throwIfFailed();
		clients.throwIfFailed();
	}

	private Chaos chaos(List<Fault> faults, long seed, BooleanSupplier over) {
		return new Chaos(faults.stream().filter((fault) -> this.plan.faults().test(fault.name())).toList(), seed,
				this.history, over, this.caught, Pause::millis);
	}

}
