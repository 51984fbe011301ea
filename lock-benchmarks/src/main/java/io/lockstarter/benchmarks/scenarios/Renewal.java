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
 * S7: many locks of one thread, renewed while they are held. All contenders hold theirs
 * at the same time, since processor time is counted for each process.
 */
final class Renewal implements Scenario {

	private static final String KEY = "renewal:";

	/** For one that starts a thread for each lock. */
	private static final int FEW = 500;

	private static final Duration PATIENCE = Duration.ofSeconds(2);

	@Override
	public FleetPlan plan() {
		return FleetPlan.of(1).withRenewal();
	}

	@Override
	public boolean takes(Peer peer) {
		return peer.renews() && peer != Peer.OURS_ASYNC;
	}

	@Override
	public void run(Fleets fleets, Effort effort, Results results) {
		fleets.each("take " + effort.locks(),
				(fleet) -> fleet.first(Message.of("renewal/take").with("locks", locks(fleet, effort))));
		// Half a window is an interval of whoever renews the least often.
		Pause.of(effort.window().dividedBy(2));
		Map<Peer, Usage> before = new EnumMap<>(Peer.class);
		fleets.each("renew for " + effort.window(), (fleet) -> before.put(fleet.peer(), Usage.of(fleet)));
		Pause.of(effort.window());
		fleets.each("release", (fleet) -> {
			Usage usage = Usage.of(fleet).since(before.getOrDefault(fleet.peer(), Usage.NONE));
			finish(fleet, usage, locks(fleet, effort), results);
		});
	}

	private static int locks(Fleet fleet, Effort effort) {
		return (fleet.peer() == Peer.LOCK4J) ? Math.min(FEW, effort.locks()) : effort.locks();
	}

	private static void finish(Fleet fleet, Usage usage, int locks, Results results) {
		Peer peer = fleet.peer();
		if (peer == Peer.LOCK4J) {
			results.note("S7", "lock4j held no more than " + FEW + " locks, since it has a thread for each");
		}
		else {
			results.add(Figure.S7_REDIS_CPU, peer, usage.redisMillis() / usage.seconds());
			results.add(Figure.S7_CLIENT_CPU, peer, usage.clientMillis() / usage.seconds());
		}
		results.add(Figure.S7_THREADS, peer, usage.threads());
		results.add(Figure.S7_LOST, peer, locks - (double) fleet.redis().keys(KEY));
		long failures = fleet.first(Message.of("renewal/release")).number("failures");
		if (failures > 0) {
			results.note("S7, " + peer.id(), failures + " releases failed");
		}
		results.add(Figure.S7_LEFT, peer, (double) left(fleet));
	}

	// An asynchronous release may take a moment.
	private static long left(Fleet fleet) {
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		Pause.until(() -> fleet.redis().keys(KEY) == 0 || System.nanoTime() > deadline);
		return fleet.redis().keys(KEY);
	}

	/** What was used up to a moment, or between two. */
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
