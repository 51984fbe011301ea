package io.lockstarter.benchmarks;

/** Adds the introduction and the method to the report. */
final class Document {

	private static final String HEAD = """
			# Performance

			<!-- Written by the benchmark (see CONTRIBUTING.md); do not edit. -->

			This page compares our lock with other libraries. All figures are from one run on one machine. Each contender has its
			own Redis and its own JVMs, and the contenders take turns, round by round. The lease is 30 s for all of them.

			- *floor* is plain Lettuce: `SET NX PX`, and a script that compares and deletes. It retries every millisecond while
			  the key is busy.
			- *SI* is Spring Integration, with its spin lock and with its pub-sub lock.
			- ShedLock does not wait for a busy key, so it takes part in few scenarios.
			- A cell shows the median of all rounds, and the minimum and the maximum in brackets. If a figure is relative to
			  floor, the ratio comes first.

			![Acquisitions per second over the number of threads: ours, Redisson, Spring Integration, floor](images/throughput.svg)

			The picture shows one JVM on the same machine as Redis, without a pause and without work in the critical section:
			medians of three rounds of 0.5 s. Above 2 threads, all cores are busy.

			[performance-notes.md](performance-notes.md) explains the goals that are missed.

			""";

	private static final String TAIL = """

			## Method

			- Redis commands are `total_commands_processed` of Redis. They include the commands inside scripts.
			- Every acquisition on a shared key is checked by a counter in memory that all JVMs share. A lost update or an overlap
			  means that two threads held the lock at the same time.
			- The JVMs have 512 MB and the serial collector. Every JVM of a contender has one connection pool or client.
			- Libraries with optional renewal (lock4j, Spring Integration, ShedLock) renew in S7 only.
			""";

	private Document() {
	}

	static String text(String report) {
		return HEAD + report + TAIL;
	}

}
