package io.lockstarter.benchmarks.scenarios;

import io.lockstarter.benchmarks.fleet.FleetException;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.local.AnnotatedCallBenchmark;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * S8: measures the cost of the annotation with JMH, on a lock server that does nothing.
 */
final class AnnotatedCall implements Scenario {

	@Override
	public FleetPlan plan() {
		return FleetPlan.of(1);
	}

	@Override
	public boolean supports(Peer peer) {
		return peer == Peer.OURS;
	}

	@Override
	public void run(Fleets fleets, MeasurementPlan measurement, Results results) {
		fleets.each("annotated and direct calls",
				(fleet) -> results.add(Figure.S8_ANNOTATION, fleet.peer(), extraNanos(measurement) / 1e3));
	}

	private static double extraNanos(MeasurementPlan measurement) {
		TimeValue time = TimeValue.milliseconds(measurement.round().toMillis());
		Options options = new OptionsBuilder().include(AnnotatedCallBenchmark.class.getSimpleName())
			.forks(1)
			.warmupIterations(measurement.rounds())
			.warmupTime(time)
			.measurementIterations(measurement.rounds())
			.measurementTime(time)
			.jvmArgsAppend(measurement.jvm().toArray(String[]::new))
			.verbosity(VerboseMode.SILENT)
			.build();
		double more = 0;
		try {
			for (RunResult result : new Runner(options).run()) {
				boolean annotated = result.getPrimaryResult().getLabel().equals("annotated");
				more += (annotated ? 1 : -1) * result.getPrimaryResult().getScore();
			}
		}
		catch (RunnerException ex) {
			throw new FleetException("JMH: " + ex.getMessage(), ex);
		}
		return more;
	}

}
