package io.lockstarter.benchmarks.report;

import io.lockstarter.benchmarks.peers.Peer;

/** What is measured, in the order of the report. */
public enum Figure {

	S1_TIME("S1", "uncontended, 1 thread, all on one core: p50 of lock + unlock relative to floor", Unit.MICROS, true,
			Bar.atMost(1.05, Basis.FLOOR), Bar.atMost(0.65, Basis.FLOOR)),

	S1_REQUESTS("S1", "requests sent per lock + unlock", Unit.COUNT, Bar.atMost(2)),

	S2_RATE("S2", "32 threads, distinct keys: throughput relative to floor", Unit.PER_SECOND, true,
			Bar.atLeast(0.95, Basis.FLOOR), Bar.atLeast(0.95, Basis.FLOOR)),

	S3_RATE("S3", "16 threads, 1 JVM, one key, tiny section: acquisitions/s", Unit.PER_SECOND,
			Bar.atLeast(25, Basis.BEST_RATE)),

	S3_FAIRNESS("S3", "max/min acquisitions per thread", Unit.COUNT, Bar.atMost(1.3)),

	S3_COMMANDS("S3", "Redis commands per acquisition (nested included)", Unit.COUNT, Bar.atMost(0.5)),

	S4_RATE("S4", "4 JVMs × 4 threads, one key: acquisitions/s", Unit.PER_SECOND,
			Bar.atLeast(5, Basis.BEST_RATE_OR_FLOOR)),

	S4_FAIRNESS("S4", "max/min acquisitions per thread", Unit.COUNT, Bar.atMost(2)),

	S4_WAIT("S4", "wait p99", Unit.MILLIS, Bar.atMost(30)),

	S5_TIME("S5", "hand-off between two JVMs: p50", Unit.MILLIS, Bar.atMost(0.7, Basis.of(Peer.REDISSON))),

	S5_COMMANDS("S5", "Redis commands per hand-off cycle (nested included)", Unit.COUNT, Bar.atMost(12)),

	S6_COMMANDS("S6", "200 waiters in 4 JVMs: Redis commands/s while held", Unit.PER_SECOND, Bar.atMost(10)),

	S6_TIME("S6", "release until all 200 are through", Unit.MILLIS, Bar.atMost(0.4, Basis.BEST_TIME)),

	S7_REDIS_CPU("S7", "10,000 locks renewed: Redis CPU", Unit.MILLIS_PER_SECOND,
			Bar.atMost(1, Basis.of(Peer.REDISSON))),

	S7_CLIENT_CPU("S7", "client CPU", Unit.MILLIS_PER_SECOND, Bar.atMost(1, Basis.of(Peer.REDISSON))),

	S7_THREADS("S7", "threads of the whole JVM", Unit.COUNT, Bar.atMost(12)),

	S7_LOST("S7", "locks lost", Unit.COUNT, Bar.atMost(0)),

	S7_LEFT("S7", "keys left after release", Unit.COUNT, Bar.atMost(0)),

	S8_ANNOTATION("S8", "annotated call over the direct call, a lock server that does nothing", Unit.MICROS,
			Bar.atMost(1));

	private final String scenario;

	private final String title;

	private final Unit unit;

	private final boolean relative;

	@SuppressWarnings("ImmutableEnumChecker")
	private final Bar bar;

	@SuppressWarnings("ImmutableEnumChecker")
	private final Bar asyncBar;

	Figure(String scenario, String title, Unit unit, Bar bar) {
		this(scenario, title, unit, false, bar, bar);
	}

	Figure(String scenario, String title, Unit unit, boolean relative, Bar bar, Bar asyncBar) {
		this.scenario = scenario;
		this.title = title;
		this.unit = unit;
		this.relative = relative;
		this.bar = bar;
		this.asyncBar = asyncBar;
	}

	public String scenario() {
		return this.scenario;
	}

	public String title() {
		return this.title;
	}

	public Unit unit() {
		return this.unit;
	}

	/** Whether it is told as a multiple of floor's. */
	public boolean isRelative() {
		return this.relative;
	}

	/** What one of ours is held against. */
	public Bar bar(Peer ours) {
		return (ours == Peer.OURS_ASYNC) ? this.asyncBar : this.bar;
	}

}
