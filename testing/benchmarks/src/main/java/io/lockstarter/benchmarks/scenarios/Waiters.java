package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.load.Slot;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/**
 * S14: lets very many callers of one JVM wait for a lock that another JVM holds. They are
 * threads first, and subscriptions then.
 */
final class Waiters implements Scenario {

	private static final int HOLDER_AND_WAITERS = 2;

	/** The number of callers of the warm-up. */
	private static final int FEW = 50;

	/** The time from the last request until all callers wait. */
	private static final Duration SETTLING = Duration.ofMillis(500);

	private static final double KILOBYTE = 1024;

	@Override
	public FleetPlan plan() {
		return OneKeyManyJvms.PLAN;
	}

	@Override
	public boolean supports(Peer peer) {
		return peer.isReactive();
	}

	@Override
	public void run(Fleets fleets, MeasurementPlan measurement, Results results) {
		for (Form form : Form.values()) {
			fleets.each("warm-up", (fleet) -> serve(fleet, form, FEW, Duration.ZERO, results));
			// One round, since it takes minutes with some libraries.
			fleets.each(form.name(), (fleet) -> {
				Served served = serve(fleet, form, measurement.locks(), measurement.round(), results);
				results.add(form.time, fleet.peer(), served.nanos() / 1e6);
				results.add(form.threads, fleet.peer(), (double) served.threads());
				results.add(form.heap, fleet.peer(), served.heap() / KILOBYTE);
				results.add(form.commands, fleet.peer(), served.commands() * 1e9 / measurement.round().toNanos());
			});
		}
	}

	private static Served serve(Fleet fleet, Form form, int waiters, Duration held, Results results) {
		ExclusionCheck check = new ExclusionCheck(fleet);
		fleet.memory().set(Slot.REQUESTS, 0);
		fleet.first(Message.of("waiters/hold"));
		gather(fleet, form, 1, 1);
		Message one = usage(fleet);
		gather(fleet, form, waiters - 1, waiters);
		long commands = fleet.redis().commands();
		Pause.of(held);
		commands = fleet.redis().commands() - commands;
		Message all = usage(fleet);
		fleet.first(Message.of("waiters/release"));
		long last = ofWaiters(fleet, Message.of("waiters/join")).number("lastThrough");
		check.finish(waiters, results);
		return new Served(last - fleet.memory().get(Slot.RELEASED_AT), all.number("threads") - one.number("threads"),
				(double) (all.number("heap") - one.number("heap")) / (waiters - 1), commands);
	}

	private static void gather(Fleet fleet, Form form, int more, int all) {
		ofWaiters(fleet,
				Message.of("waiters/gather").with("waiters", more).with("reactive", form == Form.SUBSCRIPTIONS));
		Pause.until(() -> fleet.memory().get(Slot.REQUESTS) == all);
		Pause.of(SETTLING);
	}

	private static Message usage(Fleet fleet) {
		return ofWaiters(fleet, Message.of("waiters/usage"));
	}

	/** Returns the answer of the worker that has the waiters. */
	private static Message ofWaiters(Fleet fleet, Message command) {
		return fleet.first(HOLDER_AND_WAITERS, command).get(HOLDER_AND_WAITERS - 1);
	}

	/** The result of one round. */
	private record Served(long nanos, long threads, double heap, long commands) {
	}

	/** The form of a waiter, with its figures. */
	private enum Form {

		THREADS(Figure.S14_TIME_THREADS, Figure.S14_THREADS_THREADS, Figure.S14_HEAP_THREADS,
				Figure.S14_COMMANDS_THREADS),

		SUBSCRIPTIONS(Figure.S14_TIME_REACTIVE, Figure.S14_THREADS_REACTIVE, Figure.S14_HEAP_REACTIVE,
				Figure.S14_COMMANDS_REACTIVE);

		private final Figure time;

		private final Figure threads;

		private final Figure heap;

		private final Figure commands;

		Form(Figure time, Figure threads, Figure heap, Figure commands) {
			this.time = time;
			this.threads = threads;
			this.heap = heap;
			this.commands = commands;
		}

	}

}
