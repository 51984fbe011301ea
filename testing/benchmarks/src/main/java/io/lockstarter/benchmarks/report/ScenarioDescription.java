package io.lockstarter.benchmarks.report;

/** Describes the scenarios: title and method. */
enum ScenarioDescription {

	S1("One thread without contention, all on one core",
			"""
					One thread acquires and releases a lock that no other thread uses. Redis and the JVM share one core, if the system
					allows that. Requests are the commands that the client sends: the lines of `MONITOR` without those of scripts,
					counted in a pass that is not timed. The other counters of Redis 7.0 include the commands of scripts."""),

	S2("32 threads, distinct keys", """
			Each thread acquires and releases a lock of its own."""),

	S3("16 threads of one JVM, one key",
			"""
					Each thread acquires the lock, increments a counter in shared memory, and releases the lock, without a pause. The
					wait is the time from the call until the thread holds the lock. The longest wait is that of the round. A lock that
					lets running threads pass the waiting ones has many waits near zero, so its percentiles say little."""),

	S4("4 JVMs with 4 threads each, one key", """
			The same as S3 in several JVMs."""),

	S5("Hand-off between two JVMs",
			"""
					One JVM holds the lock, and the other one waits. The first JVM releases the lock 20 ms after the second has requested
					it. The time is measured from the call of release until the second JVM holds the lock. A cycle has two acquires
					and two releases. The JVMs change roles after each cycle."""),

	S6("200 waiters in 4 JVMs", """
			One thread holds the lock, and 4 × 50 threads wait for it. Then each of them acquires it once."""),

	S7("Renewal of 10,000 locks",
			"""
					One thread acquires 10,000 locks. After 15 s, CPU time is measured three times for 30 s: that of Redis by `INFO
					cpu`, that of the JVM by the operating system. Threads are all threads that Java reports, except the one that serves the benchmark
					itself."""),

	S8("Cost of the annotation",
			"""
					JMH calls an annotated method, and the same method with `LockService.acquire`, on one thread and on a lock server
					that does nothing. The figure is the difference of the two means."""),

	S9("Start-up with 200 annotated methods",
			"""
					A Spring Boot application without a web server has 20 services with 10 annotated methods each, and the connection
					to Redis. It is started in turns without the starter (*no lock*) and with it. The time is that of the line
					"Started … in … seconds". Then the application sends one command to Redis. Heap and classes are read when no more
					classes are loaded."""),

	S10("4 JVMs with 8 threads each, 1,000 keys that are not used equally often",
			"""
					Each thread draws a key, acquires its lock, keeps it for 0, 1 or 5 ms, and releases it. Keys are drawn with a Zipf
					distribution with exponent 1: the first key is drawn in 13 % of all cases, the second in 7 %, and half of all
					draws are on 24 keys. A thread that sleeps between two attempts leaves the cores to others. So a library with long
					sleeps may have a low median, and very long waits."""),

	S11("Fair locks",
			"""
					One thread of one JVM acquires and releases a fair lock that no other thread uses. Then 4 JVMs with 4 threads each
					use one key, as in S4. Redisson takes part with its fair lock."""),

	S12("Read/write locks, 90 % reads",
			"""
					The same as S11 with a read/write lock. Each tenth acquisition of a thread is a write. The check counts a writer
					that meets another holder. Redisson takes part with `RReadWriteLock`."""),

	S13("Semaphores with 4 permits", """
			The same as S11 with a semaphore. The check counts more than 4 holders. Redisson takes part with
			`RPermitExpirableSemaphore`, whose permits have a lease of 30 s."""),

	S14("10,000 waiters in one JVM",
			"""
					One JVM holds the lock, and 10,000 callers of another JVM wait for it. Then each of them acquires it once. First
					each caller is a thread, then a subscription: `ReactiveLockService.withLock`, and `RLockReactive` of Redisson.
					Threads and heap are compared with those of one waiter. The heap is read after a garbage collection. It does not
					include the stacks of threads.""");

	private final String title;

	private final String method;

	ScenarioDescription(String title, String method) {
		this.title = title;
		this.method = method;
	}

	String heading() {
		return name() + ": " + this.title;
	}

	/** Returns the method of the measurement. */
	String method() {
		return this.method;
	}

}
