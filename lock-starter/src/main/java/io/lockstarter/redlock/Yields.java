package io.lockstarter.redlock;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.SetArgs;

/**
 * Gives other instances their turn, since the nodes have no queue. An instance that waits
 * for a lock leaves a mark on the nodes, which lasts until it has asked again. A release
 * tells for how long the mark of another instance lasts; for so long the instance that
 * has released does not ask. An instance that had to wait itself first has a turn of some
 * holds: the lock is free for long between two turns.
 */
final class Yields {

	/** Above it, those that are over are forgotten. */
	private static final int MANY = 1000;

	/** From the end of a sleep until the node has the next mark. */
	private static final long SLACK_MILLIS = 50;

	/** When the turns of instances that had waited began, if that is not long ago. */
	private final ConcurrentHashMap<String, Long> turns = new ConcurrentHashMap<>();

	/** Until when an instance does not ask. */
	private final ConcurrentHashMap<String, Long> ends = new ConcurrentHashMap<>();

	private final Masters masters;

	private final long markMillis;

	private final long turn;

	/**
	 * Nobody waits yet.
	 * @param masters the nodes
	 * @param longestSleepMillis the longest sleep before an instance that waits asks
	 * again
	 */
	Yields(Masters masters, long longestSleepMillis) {
		this.masters = masters;
		this.markMillis = longestSleepMillis + SLACK_MILLIS;
		this.turn = TimeUnit.MILLISECONDS.toNanos(longestSleepMillis) / 2;
	}

	/** An instance waits; the nodes are told, and their replies do not matter. */
	void waits(String key, String token) {
		String mark = this.masters.wanted(key);
		String instance = Masters.instance(token);
		for (Node node : this.masters.nodes()) {
			var unused = node.send((commands,
					wanted) -> commands.set(mark, instance, SetArgs.Builder.px(this.markMillis)).toCompletableFuture(),
					() -> true);
		}
	}

	/** An instance that has waited has the lock now. */
	void won(String key, String token) {
		long now = System.nanoTime();
		if (this.turns.size() > MANY) {
			this.turns.values().removeIf((since) -> now - since >= this.turn);
		}
		this.turns.put(name(key, token), now);
	}

	/** An instance has released a lock, and others will ask for it within this time. */
	void released(String key, String token, long othersMillis) {
		if (othersMillis > 0) {
			long now = System.nanoTime();
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

	/** How long an instance should not ask for a lock. */
	long remainingMillis(String key, String token) {
		if (this.ends.isEmpty()) {
			return 0;
		}
		String name = name(key, token);
		Long end = this.ends.get(name);
		long left = (end != null) ? end - System.nanoTime() : 0;
		if (end != null && left <= 0) {
			this.ends.remove(name, end);
		}
		return (left > 0) ? TimeUnit.NANOSECONDS.toMillis(left) + 1 : 0;
	}

	private static String name(String key, String token) {
		return Masters.instance(token) + ' ' + key;
	}

}
