package io.lockstarter.faults.drive;

import java.util.List;

import io.lockstarter.embedded.EmbeddedRedis;

/** The lock servers of one run, and what can happen to them. */
interface Site extends AutoCloseable {

	/** How the client with this number finds them, as {@code name=value}. */
	List<String> properties(int client);

	/** Those that have the locks, at the moment. */
	List<EmbeddedRedis> masters();

	/** Those that can become a master, where that can change without us. */
	default List<EmbeddedRedis> candidates() {
		return List.of();
	}

	/** The port of the only server, to ask it directly; 0 if there is none. */
	int probePort();

	/** What goes wrong. */
	List<Fault> faults();

	/** What is wrong all the time. */
	default List<String> conditions() {
		return List.of();
	}

	/** A server that has a lock, or its share of one. */
	EmbeddedRedis serverOf(String key);

	/** Whether that server alone decides about the lock, and never forgets one. */
	default boolean decidesAlone() {
		return false;
	}

	/** How many commands were applied and not answered. */
	long lostReplies();

	@Override
	void close();

}
