package io.lockstarter.benchmarks.load;

/** Numbers for threads, different in all workers of a contender. */
final class Visitors {

	private static final int PER_WORKER = 1_000;

	private Visitors() {
	}

	static long number(int worker, int thread) {
		return (long) worker * PER_WORKER + thread + 1;
	}

}
