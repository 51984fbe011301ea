package io.lockstarter.faults.drive;

import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;

/** The lock servers of one run, and their faults. */
interface Deployment extends AutoCloseable {

	/** Returns the connection properties of a client as {@code name=value}. */
	List<String> properties(int client);

	/** Returns the current masters. */
	List<EmbeddedRedis> masters();

	/** Returns the servers that can become a master without an action of the driver. */
	default List<EmbeddedRedis> candidates() {
		return List.of();
	}

	/** Returns the port of the only server, for direct reads; 0 if there are several. */
	int probePort();

	/** Returns the faults to inject. */
	List<Fault> faults();

	/** Returns the names of the faults that last for the whole run. */
	default List<String> conditions() {
		return List.of();
	}

	/** Returns the server of a lock, or one of its servers. */
	EmbeddedRedis serverOf(String key);

	/** Returns true if that server alone decides about the lock and never loses it. */
	default boolean decidesAlone() {
		return false;
	}

	/** Returns the number of commands that were applied but whose reply was lost. */
	long lostReplies();

	@Override
	void close();

}
