package io.lockstarter.benchmarks.report;

import io.lockstarter.benchmarks.peers.Peer;

/** Lists the figures in the order of the report. */
public enum Figure {

	S1_TIME("S1", "lock + unlock, p50, relative to floor", Unit.MICROS, true, Goal.atMost(1.05, Baseline.FLOOR),
			Goal.atMost(0.75, Baseline.FLOOR)),

	S1_REQUESTS("S1", "requests per lock + unlock", Unit.COUNT, Goal.atMost(2)),

	S2_RATE("S2", "throughput relative to floor", Unit.PER_SECOND, true, Goal.atLeast(0.95, Baseline.FLOOR),
			Goal.atLeast(0.95, Baseline.FLOOR)),

	S3_RATE("S3", "acquisitions/s", Unit.PER_SECOND, Goal.atLeast(60, Baseline.BEST_RATE)),

	S3_FAIRNESS("S3", "max/min per thread", Unit.COUNT, Goal.atMost(1.3)),

	S3_WAIT("S3", "wait p99", Unit.MILLIS, Goal.atMost(5)),

	S3_LONGEST_WAIT("S3", "longest wait", Unit.MILLIS, Goal.atMost(1, Baseline.BEST_TIME)),

	S3_COMMANDS("S3", "Redis commands per acquisition", Unit.COUNT, Goal.atMost(0.5)),

	S4_RATE("S4", "acquisitions/s", Unit.PER_SECOND, Goal.atLeast(20, Baseline.BEST_RATE)),

	S4_FAIRNESS("S4", "max/min per thread", Unit.COUNT, Goal.atMost(2)),

	S4_WAIT("S4", "wait p99", Unit.MILLIS, Goal.atMost(30)),

	S4_LONGEST_WAIT("S4", "longest wait", Unit.MILLIS, Goal.atMost(1, Baseline.BEST_TIME)),

	S5_TIME("S5", "hand-off, p50", Unit.MILLIS, Goal.atMost(0.7, Baseline.of(Peer.REDISSON))),

	S5_COMMANDS("S5", "Redis commands per cycle", Unit.COUNT, Goal.atMost(12)),

	S6_COMMANDS("S6", "Redis commands/s while held", Unit.PER_SECOND, Goal.atMost(10)),

	S6_TIME("S6", "release until all have held it", Unit.MILLIS, Goal.atMost(0.4, Baseline.BEST_TIME)),

	S7_REDIS_CPU("S7", "Redis CPU", Unit.MILLIS_PER_SECOND, Goal.atMost(1, Baseline.of(Peer.REDISSON))),

	S7_CLIENT_CPU("S7", "client CPU", Unit.MILLIS_PER_SECOND, Goal.atMost(1, Baseline.of(Peer.REDISSON))),

	S7_THREADS("S7", "threads of the JVM", Unit.COUNT, Goal.atMost(12)),

	S7_LOST("S7", "locks lost", Unit.COUNT, Goal.atMost(0)),

	S7_LEFT("S7", "keys left after release", Unit.COUNT, Goal.atMost(0)),

	S8_ANNOTATION("S8", "annotated call less direct call", Unit.MICROS, Goal.atMost(1)),

	S9_TIME("S9", "time until started", Unit.MILLIS, Goal.atMost(1.1, Baseline.NO_LOCK).orMoreBy(150)),

	S9_HEAP("S9", "heap after GC", Unit.MEGABYTES, Goal.atMost(1.1, Baseline.NO_LOCK)),

	S9_CLASSES("S9", "loaded classes", Unit.COUNT, Goal.atMost(1.1, Baseline.NO_LOCK)),

	S10_RATE_0("S10", "sections of 0 ms", "acquisitions/s", Unit.PER_SECOND, Goal.atLeast(1, Baseline.BEST_RATE)),

	S10_WAIT_P50_0("S10", "sections of 0 ms", "wait p50", Unit.MILLIS, Goal.atMost(1, Baseline.BEST_TIME)),

	S10_WAIT_P99_0("S10", "sections of 0 ms", "wait p99", Unit.MILLIS, Goal.atMost(1, Baseline.BEST_TIME)),

	S10_WAIT_P999_0("S10", "sections of 0 ms", "wait p99.9", Unit.MILLIS, Goal.atMost(1, Baseline.BEST_TIME)),

	S10_COMMANDS_0("S10", "sections of 0 ms", "Redis commands per acquisition", Unit.COUNT,
			Goal.atMost(1, Baseline.BEST_TIME)),

	S10_RATE_1("S10", "sections of 1 ms", "acquisitions/s", Unit.PER_SECOND, Goal.atLeast(1, Baseline.BEST_RATE)),

	S10_WAIT_P50_1("S10", "sections of 1 ms", "wait p50", Unit.MILLIS, Goal.atMost(1, Baseline.BEST_TIME)),

	S10_WAIT_P99_1("S10", "sections of 1 ms", "wait p99", Unit.MILLIS, Goal.atMost(1, Baseline.BEST_TIME)),

	S10_WAIT_P999_1("S10", "sections of 1 ms", "wait p99.9", Unit.MILLIS, Goal.atMost(1, Baseline.BEST_TIME)),

	S10_COMMANDS_1("S10", "sections of 1 ms", "Redis commands per acquisition", Unit.COUNT,
			Goal.atMost(1, Baseline.BEST_TIME)),

	S10_RATE_5("S10", "sections of 5 ms", "acquisitions/s", Unit.PER_SECOND, Goal.atLeast(1, Baseline.BEST_RATE)),

	S10_WAIT_P50_5("S10", "sections of 5 ms", "wait p50", Unit.MILLIS, Goal.atMost(1, Baseline.BEST_TIME)),

	S10_WAIT_P99_5("S10", "sections of 5 ms", "wait p99", Unit.MILLIS, Goal.atMost(1, Baseline.BEST_TIME)),

	S10_WAIT_P999_5("S10", "sections of 5 ms", "wait p99.9", Unit.MILLIS, Goal.atMost(1, Baseline.BEST_TIME)),

	S10_COMMANDS_5("S10", "sections of 5 ms", "Redis commands per acquisition", Unit.COUNT,
			Goal.atMost(1, Baseline.BEST_TIME)),

	S11_TIME("S11", "lock + unlock without contention, p50", Unit.MICROS, Goal.atMost(1, Baseline.of(Peer.REDISSON))),

	S11_REQUESTS("S11", "requests per lock + unlock", Unit.COUNT, Goal.atMost(2)),

	S11_RATE("S11", "acquisitions/s", Unit.PER_SECOND, Goal.atLeast(3, Baseline.of(Peer.REDISSON))),

	S12_TIME("S12", "lock + unlock without contention, p50", Unit.MICROS, Goal.atMost(1, Baseline.of(Peer.REDISSON))),

	S12_REQUESTS("S12", "requests per lock + unlock", Unit.COUNT, Goal.atMost(2)),

	S12_RATE("S12", "acquisitions/s", Unit.PER_SECOND, Goal.atLeast(3, Baseline.of(Peer.REDISSON))),

	S13_TIME("S13", "lock + unlock without contention, p50", Unit.MICROS, Goal.atMost(1, Baseline.of(Peer.REDISSON))),

	S13_REQUESTS("S13", "requests per lock + unlock", Unit.COUNT, Goal.atMost(2)),

	S13_RATE("S13", "acquisitions/s", Unit.PER_SECOND, Goal.atLeast(3, Baseline.of(Peer.REDISSON))),

	S14_TIME_THREADS("S14", "one thread per waiter", "release until all have held it", Unit.MILLIS,
			Goal.atMost(1, Baseline.of(Peer.REDISSON))),

	S14_THREADS_THREADS("S14", "one thread per waiter", "threads, more than with one waiter", Unit.COUNT,
			Goal.atMost(1, Baseline.of(Peer.REDISSON)).orMoreBy(20)),

	S14_HEAP_THREADS("S14", "one thread per waiter", "heap per waiter", Unit.KILOBYTES,
			Goal.atMost(1, Baseline.of(Peer.REDISSON))),

	S14_COMMANDS_THREADS("S14", "one thread per waiter", "Redis commands/s while held", Unit.PER_SECOND,
			Goal.atMost(10)),

	S14_TIME_REACTIVE("S14", "one subscription per waiter", "release until all have held it", Unit.MILLIS,
			Goal.atMost(1, Baseline.of(Peer.REDISSON))),

	S14_THREADS_REACTIVE("S14", "one subscription per waiter", "threads, more than with one waiter", Unit.COUNT,
			Goal.atMost(20)),

	S14_HEAP_REACTIVE("S14", "one subscription per waiter", "heap per waiter", Unit.KILOBYTES,
			Goal.atMost(1, Baseline.of(Peer.REDISSON))),

	S14_COMMANDS_REACTIVE("S14", "one subscription per waiter", "Redis commands/s while held", Unit.PER_SECOND,
			Goal.atMost(10));

	private final String scenario;

	private final String part;

	private final String title;

	private final Unit unit;

	private final boolean relative;

	@SuppressWarnings("ImmutableEnumChecker")
	private final Goal goal;

	@SuppressWarnings("ImmutableEnumChecker")
	private final Goal asyncGoal;

	Figure(String scenario, String title, Unit unit, Goal goal) {
		this(scenario, title, unit, false, goal, goal);
	}

	Figure(String scenario, String part, String title, Unit unit, Goal goal) {
		this(scenario, part, title, unit, false, goal, goal);
	}

	Figure(String scenario, String title, Unit unit, boolean relative, Goal goal, Goal asyncGoal) {
		this(scenario, "", title, unit, relative, goal, asyncGoal);
	}

	Figure(String scenario, String part, String title, Unit unit, boolean relative, Goal goal, Goal asyncGoal) {
		this.scenario = scenario;
		this.part = part;
		this.title = title;
		this.unit = unit;
		this.relative = relative;
		this.goal = goal;
		this.asyncGoal = asyncGoal;
	}

	public String scenario() {
		return this.scenario;
	}

	ScenarioDescription description() {
		return ScenarioDescription.valueOf(this.scenario);
	}

	/** Returns the part of the scenario, which has its own table, or an empty text. */
	String part() {
		return this.part;
	}

	public String title() {
		return this.title;
	}

	/** Returns the name outside of its table. */
	String label() {
		return this.scenario + (this.part.isEmpty() ? "" : ", " + this.part) + ", " + this.title;
	}

	public Unit unit() {
		return this.unit;
	}

	/** Returns true if the figure is shown as a multiple of floor. */
	public boolean isRelative() {
		return this.relative;
	}

	/** Returns the goal of one of our contenders. */
	public Goal goal(Peer ours) {
		return (ours == Peer.OURS_ASYNC) ? this.asyncGoal : this.goal;
	}

}
