package io.lockstarter.benchmarks.load;

/** Numbers the threads of all workers of a contender. */
final class ThreadNumbers {

	private static final int PER_WORKER = 1_000_000;

	private ThreadNumbers() {
	}

	static long number(int worker, int thread) {
		return (long) worker * PER_WORKER + thread + 1;
	}

}
