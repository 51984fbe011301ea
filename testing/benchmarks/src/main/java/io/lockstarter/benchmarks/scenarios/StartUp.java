package io.lockstarter.benchmarks.scenarios;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetException;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;
import io.lockstarter.benchmarks.startup.AnnotatedServices;
import io.lockstarter.benchmarks.startup.StartedApplication;
import org.springframework.util.FileSystemUtils;

/**
 * S9: starts an application with many annotated methods, with and without the starter.
 */
final class StartUp implements Scenario {

	private static final int METHODS = 200;

	@Override
	public FleetPlan plan() {
		return FleetPlan.of(0);
	}

	@Override
	public boolean supports(Peer peer) {
		return peer == Peer.OURS;
	}

	@Override
	public void run(Fleets fleets, MeasurementPlan measurement, Results results) {
		try {
			Path services = Files.createTempDirectory("lock-benchmarks-startup-");
			try {
				AnnotatedServices.compile(services, METHODS);
				if (measurement.rounds() > 1) {
					// The first start reads the jars from the disk.
					fleets.each("warm-up", (fleet) -> start(fleet, services, true, measurement));
				}
				fleets.rounds(measurement, (fleet) -> {
					add(Peer.UNLOCKED, start(fleet, services, false, measurement), results);
					add(Peer.OURS, start(fleet, services, true, measurement), results);
				});
			}
			finally {
				FileSystemUtils.deleteRecursively(services);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static StartedApplication start(Fleet fleet, Path services, boolean starter, MeasurementPlan measurement) {
		try {
			return StartedApplication.start(services, fleet.redis().port(), starter, measurement.jvm());
		}
		catch (IllegalStateException ex) {
			throw new FleetException(String.valueOf(ex.getMessage()), ex);
		}
	}

	private static void add(Peer peer, StartedApplication started, Results results) {
		results.add(Figure.S9_TIME, peer, started.millis());
		results.add(Figure.S9_HEAP, peer, started.megabytes());
		results.add(Figure.S9_CLASSES, peer, started.classes());
	}

}
