package io.lockstarter.benchmarks;

/** The report with what a reader has to know, as it stands in the documentation. */
final class Document {

	private static final String HEAD = """
			# Performance

			<!-- Written by the benchmark (see CONTRIBUTING.md); do not edit. -->

			Our lock beside others, measured in one run on one machine. Each contender has a Redis and JVMs of its own, and
			all take turns, round by round. The lease is 30 s for everybody. *floor* is raw Lettuce: `SET NX PX` and a script
			that compares and deletes; where the key is busy it asks again every millisecond. ShedLock does not wait for a
			busy key, so it takes part in few scenarios.

			""";

	private static final String TAIL = """

			How it is measured:

			- S1 has Redis and the JVM on one core, where the system can do that. Requests are what the client sends: the
			  lines of `MONITOR` without those that come from a script, in a pass that is not timed. Redis 7.0's other
			  counters do not tell the two apart.
			- Commands are Redis' own `total_commands_processed`: those inside scripts included.
			- S3 and S4: each thread locks, raises a counter in memory that all JVMs share, and unlocks, without a pause. The
			  wait is the time from the call until the thread is inside.
			- S5: one JVM holds the lock; 20 ms after the other has asked, it releases. Measured is the time from the call to
			  release until the other is inside. A cycle is two locks and two unlocks; the roles change with each.
			- S6: one thread holds the lock, 4 × 50 wait for it; then each goes once through the section.
			- S7: one thread takes 10,000 locks. After 15 s, processor time is taken over 30 s: of Redis from `INFO cpu`, of
			  the JVM from the system. Threads are those that Java knows of, without the one that listens to the harness.
			- S8: JMH, the mean of an annotated call less that of the same call with `LockService.acquire`, on one thread.
			- The JVMs have 512 MB and the serial collector, and every JVM of a contender has one connection pool or client.
			- Libraries whose renewal is an extra (lock4j, Spring Integration, ShedLock) renew in S7 only.
			""";

	private Document() {
	}

	static String text(String table) {
		return HEAD + table + TAIL;
	}

}
