package io.lockstarter.redlock;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Keeps instances fair to each other, since the nodes have no queue. An instance that
 * waits for a lock writes a mark to the nodes, which lasts until its next attempt. The
 * reply to a release contains the remaining time of another instance's mark. During this
 * time, the instance that released does not try to acquire the lock. An instance that has
 * waited may first acquire it several times in a row, since the lock is free for a long
 * time between two such turns.
 */
final class WaiterMarks {

	/** With more entries, those that are over are removed. */
	private static final int MANY = 1000;

	/** The time from the end of a sleep until the node has the next mark. */
	private static final long SLACK_MILLIS = 50;

	/** The start times of the turns of instances that had waited. */
	private final ConcurrentHashMap<String, Long> turns = new ConcurrentHashMap<>();

	/** The times until which an instance does not try to acquire a lock. */
	private final ConcurrentHashMap<String, Long> ends = new ConcurrentHashMap<>();

	private final NodeGroup masters;

	private final long markMillis;

	private final long turn;

	/**
	 * Creates the marks of an instance without waiters.
	 * @param masters the nodes
	 * @param longestSleepMillis the longest sleep of a waiter between two attempts
	 */
	WaiterMarks(NodeGroup masters, long longestSleepMillis) {
		this.masters = masters;
		this.markMillis = longestSleepMillis + SLACK_MILLIS;
		this.turn = TimeUnit.MILLISECONDS.toNanos(longestSleepMillis) / 2;
	}

	/** Marks on the nodes that an instance waits. Their replies do not matter. */
	void waits(String key, String token) {
		String mark = this.masters.keys().waiterMark(key);
		String instance = Keys.instance(token);
		for (Node node : this.masters.nodes()) {
			var unused = node.send((connection, wanted) -> connection.set(mark, instance, this.markMillis, false),
					() -> true);
		}
	}

	/** Notes that an instance which has waited acquired the lock. */
	void won(String key, String token) {
		long now = this.masters.clock().nanos();
		if (this.turns.size() > MANY) {
			this.turns.values().removeIf((since) -> now - since >= this.turn);
		}
		this.turns.put(name(key, token), now);
	}

	/** Notes a release. Other instances will try to acquire the lock within this time. */
	void released(String key, String token, long othersMillis) {
		if (othersMillis > 0) {
			long now = this.masters.clock().nanos();
			String name = name(key, token);
			Long since = this.turns.get(name);
			if (since == null || now - since >= this.turn) {
				this.turns.remove(name);
				put(name, now, now + TimeUnit.MILLISECONDS.toNanos(othersMillis));
			}
		}
	}

	private void put(String name, long now, long end) {
		if (this.ends.size() > MANY) {
			this.ends.values().removeIf((other) -> other - now <= 0);
		}
		this.ends.put(name, end);
	}

	/** Returns how long an instance should not try to acquire a lock. */
	long remainingMillis(String key, String token) {
		if (this.ends.isEmpty()) {
			return 0;
		}
		String name = name(key, token);
		Long end = this.ends.get(name);
		long left = (end != null) ? end - this.masters.clock().nanos() : 0;
		if (end != null && left <= 0) {
			this.ends.remove(name, end);
		}
		return (left > 0) ? TimeUnit.NANOSECONDS.toMillis(left) + 1 : 0;
	}

	private static String name(String key, String token) {
		return Keys.instance(token) + ' ' + key;
	}

}
