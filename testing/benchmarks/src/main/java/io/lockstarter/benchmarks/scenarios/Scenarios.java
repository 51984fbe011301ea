package io.lockstarter.benchmarks.scenarios;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.peers.LockMode;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/** Runs scenarios by name, in the order of the run. */
public final class Scenarios {

	private static final Map<String, Scenario> ALL = new LinkedHashMap<>();

	static {
		ALL.put("S1", new Uncontended());
		ALL.put("S2", new DistinctKeys());
		ALL.put("S3", new OneKeyOneJvm());
		// The picture. It shares the JVMs of S2 and S3.
		ALL.put("threads", new ThreadCurve());
		ALL.put("S4", new OneKeyManyJvms());
		ALL.put("S5", new HandOff());
		ALL.put("S6", new Crowd());
		// It shares the JVMs of S4 to S6.
		ALL.put("S10", new SkewedKeys());
		ALL.put("S11",
				new OtherTypes(LockMode.FAIR, LockMode.FAIR, Figure.S11_TIME, Figure.S11_REQUESTS, Figure.S11_RATE));
		ALL.put("S12",
				new OtherTypes(LockMode.READ, LockMode.WRITE, Figure.S12_TIME, Figure.S12_REQUESTS, Figure.S12_RATE));
		ALL.put("S13", new OtherTypes(LockMode.PERMIT, LockMode.PERMIT, Figure.S13_TIME, Figure.S13_REQUESTS,
				Figure.S13_RATE));
		// It shares the JVMs of S4 to S6, too.
		ALL.put("S14", new Waiters());
		ALL.put("S7", new Renewal());
		ALL.put("S8", new AnnotatedCall());
		ALL.put("S9", new StartUp());
	}

	private Scenarios() {
	}

	public static Set<String> names() {
		return ALL.keySet();
	}

	/**
	 * Runs scenarios, each with all contenders that can take part. Consecutive scenarios
	 * with the same plan share their fleets.
	 */
	public static void run(List<String> names, List<Peer> peers, MeasurementPlan measurement, Results results,
			Progress progress) {
		Fleets fleets = new Fleets(FleetPlan.of(0), results, progress);
		try {
			for (String name : names) {
				Scenario scenario = named(name);
				FleetPlan plan = scenario.plan().withJvm(measurement.jvm());
				if (!fleets.plan().equals(plan)) {
					fleets.close();
					fleets = new Fleets(plan, results, progress);
				}
				fleets.begin(name, peers.stream().filter(scenario::supports).toList());
				scenario.run(fleets, measurement, results);
			}
		}
		finally {
			fleets.close();
		}
	}

	private static Scenario named(String name) {
		Scenario scenario = ALL.get(name);
		if (scenario == null) {
			throw new IllegalArgumentException("No scenario '" + name + "'; there are " + names());
		}
		return scenario;
	}

}
