package io.lockstarter.faults.drive;

/** Where the locks are. */
public enum Topology {

	/** Survives every restart, so that locks exclude each other always. */
	SINGLE("one Redis, appendonly", true),

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

	private final String title;

	private final boolean exclusive;

	Topology(String title, boolean exclusive) {
		this.title = title;
		this.exclusive = exclusive;
	}

	public String title() {
		return this.title;
	}

	/** Whether locks exclude each other here under all the faults that are made. */
	public boolean exclusive() {
		return this.exclusive;
	}

	Site start(int clients) {
		return switch (this) {
			case SINGLE -> new SingleSite(clients, true);
			case REDLOCK -> new RedlockSite(clients);
			case SINGLE_FORGETFUL -> new SingleSite(clients, false);
			case SENTINEL -> new SentinelSite(clients, 0);
			case SENTINEL_ACKED -> new SentinelSite(clients, 1);
			case CLUSTER -> new ClusterSite(clients);
		};
	}

}
