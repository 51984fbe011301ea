package io.lockstarter.faults.drive;

import java.util.List;
import java.util.function.BooleanSupplier;

import io.lockstarter.faults.history.Event;
import io.lockstarter.faults.history.History;
import io.lockstarter.faults.history.Kind;

/**
 * Injects faults into servers and clients at the same time, while foreign owners use the
 * same keys.
 */
final class FaultInjection {

	private static final int MAX_EXTENSION = 12;

	private final Plan plan;

	private final History history;

	private final BooleanSupplier caught;

	FaultInjection(Plan plan, History history, BooleanSupplier caught) {
		this.plan = plan;
		this.history = history;
		this.caught = caught;
	}

	/**
	 * Injects faults for the planned time. It continues for longer if no stale write was
	 * rejected yet, because without one the run proves nothing. It stops early if the
	 * expected violation was found.
	 */
	void run(Deployment deployment, Fleet fleet, FencedResource resource) {
		long start = System.nanoTime();
		deployment.conditions()
			.stream()
			.filter(this.plan.faults())
			.forEach((name) -> this.history.add(condition(name)));
		long enough = this.plan.duration().toNanos();
		BooleanSupplier over = () -> System.nanoTime()
				- start > ((resource.refused() > 0 || this.plan.expected() != null) ? enough : MAX_EXTENSION * enough);
		FaultSequence servers = chaos(deployment.faults(), this.plan.seed(), over);
		FaultSequence clients = chaos(ClientFaults.of(fleet, this.plan.ttl()), ~this.plan.seed(), over);
		FaultSequence others = chaos(
				new ForeignLocks(deployment, this.plan.topology().foreignKeys(), this.history).all(),
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
		List.of(servers, clients, others).forEach(FaultSequence::throwIfFailed);
	}

	private static Thread start(FaultSequence chaos, String name) {
		Thread thread = new Thread(chaos, name);
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	private static Event condition(String name) {
		long now = System.nanoTime();
		return Event.of(now, Kind.FAULT, Event.NONE, Event.NONE).with("fault", name).with("from", now);
	}

	private FaultSequence chaos(List<Fault> faults, long seed, BooleanSupplier over) {
		return new FaultSequence(faults.stream().filter((fault) -> this.plan.faults().test(fault.name())).toList(),
				seed, this.history, over, this.caught, Pause::millis);
	}

}
