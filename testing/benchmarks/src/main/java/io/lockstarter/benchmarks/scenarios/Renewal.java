package io.lockstarter.benchmarks.scenarios;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

import io.lockstarter.benchmarks.fleet.Fleet;
import io.lockstarter.benchmarks.fleet.FleetPlan;
import io.lockstarter.benchmarks.load.Message;
import io.lockstarter.benchmarks.peers.Peer;
import io.lockstarter.benchmarks.report.Figure;
import io.lockstarter.benchmarks.report.Results;

/**
 * S7: renews many locks of one thread. All contenders hold their locks at the same time,
 * because CPU time is measured for each process.
 */
final class Renewal implements Scenario {

	private static final String KEY = "renewal:";

	/** lock4j starts a thread for each lock. */
	private static final int MAX_LOCK4J_LOCKS = 500;

	private static final int MAX_WINDOWS = 3;

	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	@Override
	public FleetPlan plan() {
		return FleetPlan.of(1).withRenewal();
	}

	@Override
	public boolean supports(Peer peer) {
		return peer.renews() && peer != Peer.OURS_ASYNC;
	}

	@Override
	public void run(Fleets fleets, MeasurementPlan measurement, Results results) {
		fleets.each("take " + measurement.locks(),
				(fleet) -> fleet.first(Message.of("renewal/take").with("locks", locks(fleet, measurement))));
		// Half a window is the longest renewal interval of all contenders.
		Pause.of(measurement.window().dividedBy(2));
		Map<Peer, Usage> before = new EnumMap<>(Peer.class);
		fleets.each("renew for " + measurement.window(), (fleet) -> before.put(fleet.peer(), Usage.of(fleet)));
		for (int window = 0; window < Math.min(MAX_WINDOWS, measurement.rounds()); window++) {
			Pause.of(measurement.window());
			fleets.each("window " + (window + 1), (fleet) -> {
				Usage usage = Usage.of(fleet);
				add(fleet.peer(), usage.since(before.getOrDefault(fleet.peer(), Usage.NONE)), results);
				before.put(fleet.peer(), usage);
			});
		}
		fleets.each("release", (fleet) -> finish(fleet, locks(fleet, measurement), results));
	}

	private static void add(Peer peer, Usage usage, Results results) {
		// lock4j holds fewer locks.
		if (peer != Peer.LOCK4J) {
			results.add(Figure.S7_REDIS_CPU, peer, usage.redisMillis() / usage.seconds());
			results.add(Figure.S7_CLIENT_CPU, peer, usage.clientMillis() / usage.seconds());
		}
		results.add(Figure.S7_THREADS, peer, usage.threads());
	}

	private static int locks(Fleet fleet, MeasurementPlan measurement) {
		return (fleet.peer() == Peer.LOCK4J) ? Math.min(MAX_LOCK4J_LOCKS, measurement.locks()) : measurement.locks();
	}

	private static void finish(Fleet fleet, int locks, Results results) {
		Peer peer = fleet.peer();
		if (peer == Peer.LOCK4J) {
			results.note("S7",
					"lock4j held at most " + MAX_LOCK4J_LOCKS + " locks, because it starts a thread for each");
		}
		results.add(Figure.S7_LOST, peer, locks - (double) fleet.redis().keys(KEY));
		long failures = fleet.first(Message.of("renewal/release")).number("failures");
		if (failures > 0) {
			results.note("S7, " + peer.id(), failures + " releases failed");
		}
		results.add(Figure.S7_LEFT, peer, (double) left(fleet));
	}

	// An asynchronous release may take a moment.
	private static long left(Fleet fleet) {
		long deadline = System.nanoTime() + TIMEOUT.toNanos();
		Pause.until(() -> fleet.redis().keys(KEY) == 0 || System.nanoTime() > deadline);
		return fleet.redis().keys(KEY);
	}

	/** Resource usage until a time, or between two times. */
	private record Usage(double seconds, double redisMillis, double clientMillis, int threads) {

		static final Usage NONE = new Usage(0, 0, 0, 0);

		static Usage of(Fleet fleet) {
			Message usage = fleet.first(Message.of("renewal/usage"));
			return new Usage(System.nanoTime() / 1e9, fleet.redis().cpuMillis(), usage.number("cpu") / 1e6,
					(int) usage.number("threads"));
		}

		Usage since(Usage before) {
			return new Usage(this.seconds - before.seconds, this.redisMillis - before.redisMillis,
					this.clientMillis - before.clientMillis, this.threads);
		}

	}

}
