package io.lockstarter.faults.drive;

/** Where the locks are. */
public enum Topology {

	/** Survives every restart, so that locks exclude each other always. */
	SINGLE("one Redis, appendonly", true),

	/** Changes its master without loss, so that locks exclude each other always. */
	PAIR("master and replica, FAILOVER", true),

	/** Bears the loss of two. */
	REDLOCK("Redlock, 5", true),

	/** Forgets all locks when it is restarted. */
	SINGLE_FORGETFUL("one Redis, no persistence", false),

	/** Replicates asynchronously. */
	SENTINEL("Sentinel, 1 + 2", false),

	/** A lock counts when one replica has it; the drivers that can do so. */
	SENTINEL_ACKED("Sentinel, min-acks = 1", false),

	/** Replicates asynchronously. */
	CLUSTER("Cluster, 3 × 2", false);

	private static final int MANY = 6;

	private final String title;

	private final boolean exclusive;

	Topology(String title, boolean exclusive) {
		this.title = title;
		this.exclusive = exclusive;
	}

	public String title() {
		return this.title;
	}

	/** How many locks there are; where queues matter, only few. */
	public int keys() {
		return (this == PAIR) ? 2 : MANY;
	}

	/** Whether locks exclude each other here under all the faults that are made. */
	public boolean exclusive() {
		return this.exclusive;
	}

	Site start(int clients) {
		return switch (this) {
			case SINGLE -> new SingleSite(clients, true);
			case PAIR -> new PairSite(clients);
			case REDLOCK -> new RedlockSite(clients);
			case SINGLE_FORGETFUL -> new SingleSite(clients, false);
			case SENTINEL -> new SentinelSite(clients, 0);
			case SENTINEL_ACKED -> new SentinelSite(clients, 1);
			case CLUSTER -> new ClusterSite(clients);
		};
	}

}
