package io.lockstarter.faults.drive;

/** Lists the kinds of deployment. */
public enum Topology {

	/** The data survives every restart, so locks always exclude each other. */
	SINGLE("one Redis, appendonly", true),

	/** The master changes without loss of data, so locks always exclude each other. */
	PAIR("master and replica, FAILOVER", true),

	/** Two of the five servers may fail. */
	REDLOCK("Redlock, 5", true),

	/** A restart loses all locks. */
	SINGLE_FORGETFUL("one Redis, no persistence", false),

	/** Replication is asynchronous. */
	SENTINEL("Sentinel, 1 + 2", false),

	/**
	 * A lock is acquired only when one replica has confirmed it. Only some drivers
	 * support that.
	 */
	SENTINEL_ACKED("Sentinel, min-acks = 1", false),

	/** Replication is asynchronous. */
	CLUSTER("Cluster, 3 × 2", false);

	private static final int DEFAULT_KEYS = 6;

	private static final int FOREIGN_KEYS = 4;

	private final String title;

	private final boolean exclusive;

	Topology(String title, boolean exclusive) {
		this.title = title;
		this.exclusive = exclusive;
	}

	public String title() {
		return this.title;
	}

	/** Returns the number of locks. Few locks lead to long queues. */
	public int keys() {
		return (this == PAIR) ? 2 : DEFAULT_KEYS;
	}

	/**
	 * Returns the number of locks that a foreign owner also uses. The others have types
	 * whose format in Redis is our own.
	 */
	int foreignKeys() {
		return Math.min(keys(), FOREIGN_KEYS);
	}

	/** Returns true if locks exclude each other here under all injected faults. */
	public boolean exclusive() {
		return this.exclusive;
	}

	Deployment start(int clients) {
		return switch (this) {
			case SINGLE -> new SingleDeployment(clients, true);
			case PAIR -> new PairDeployment(clients);
			case REDLOCK -> new RedlockDeployment(clients);
			case SINGLE_FORGETFUL -> new SingleDeployment(clients, false);
			case SENTINEL -> new SentinelDeployment(clients, 0);
			case SENTINEL_ACKED -> new SentinelDeployment(clients, 1);
			case CLUSTER -> new ClusterDeployment(clients);
		};
	}

}
