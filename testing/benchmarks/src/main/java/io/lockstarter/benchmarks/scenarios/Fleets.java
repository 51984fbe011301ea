package io.lockstarter.benchmarks.scenarios;

import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetException;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Results;

/**
 * The fleets of all contenders, which take turns in each scenario. A contender that fails
 * is recorded in the results, and skipped for the rest of the scenario.
 */
final class Fleets implements AutoCloseable {

	private final Map<Peer, Fleet> fleets = new LinkedHashMap<>();

	private final FleetPlan plan;

	private final Results results;

	private final Progress progress;

	private String scenario = "";

	Fleets(FleetPlan plan, Results results, Progress progress) {
		this.plan = plan;
		this.results = results;
		this.progress = progress;
	}

	FleetPlan plan() {
		return this.plan;
	}

	/** Starts the missing fleets, and ends those that do not take part. */
	void begin(String scenario, List<Peer> peers) {
		this.scenario = scenario;
		List<Peer> missing = peers.stream().filter((peer) -> !this.fleets.containsKey(peer)).toList();
		Set.copyOf(this.fleets.keySet()).stream().filter((peer) -> !peers.contains(peer)).forEach(this::end);
		missing.forEach((peer) -> this.fleets.put(peer, new Fleet(peer, this.plan)));
		each("start", (fleet) -> {
			if (missing.contains(fleet.peer())) {
				fleet.awaitReady();
			}
		});
	}

	/** Runs one turn of each contender. */
	void each(String what, Consumer<Fleet> turn) {
		for (Fleet fleet : List.copyOf(this.fleets.values())) {
			this.progress.show(this.scenario + " " + what + ": " + fleet.peer().id());
			try {
				turn.accept(fleet);
			}
			catch (FleetException | UncheckedIOException ex) {
				this.results.fail(fleet.peer(), this.scenario, ex.toString());
				end(fleet.peer());
			}
		}
	}

	/** Runs all rounds, with one turn of each contender in a round. */
	void rounds(MeasurementPlan measurement, Consumer<Fleet> turn) {
		for (int round = 1; round <= measurement.rounds(); round++) {
			each("round " + round + "/" + measurement.rounds(), turn);
		}
	}

	private void end(Peer peer) {
		Fleet fleet = this.fleets.remove(peer);
		if (fleet != null) {
			fleet.close();
		}
	}

	@Override
	public void close() {
		List.copyOf(this.fleets.keySet()).forEach(this::end);
	}

}
