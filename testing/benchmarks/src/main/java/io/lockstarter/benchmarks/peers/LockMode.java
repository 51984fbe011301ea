package io.lockstarter.benchmarks.peers;

/** Lists the ways to lock that go beyond one holder at a time. */
public enum LockMode {

	/** One holder at a time, first come, first served. */
	FAIR,

	/** The shared half of a read/write lock. */
	READ,

	/** The exclusive half of a read/write lock. */
	WRITE,

	/** One of the {@link #PERMITS} permits of a semaphore. */
	PERMIT;

	/** The number of permits of every semaphore. */
	public static final int PERMITS = 4;

}
