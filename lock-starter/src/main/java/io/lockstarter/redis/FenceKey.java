package io.lockstarter.redis;

import java.nio.charset.StandardCharsets;

import org.springframework.data.redis.connection.ClusterSlotHashUtil;

/**
 * Builds the name of the fencing counter of a lock. The counter has the same prefix as
 * the lock. It is in the same slot of a Cluster, even if the key of the lock contains
 * braces.
 */
public final class FenceKey {

	private static final String MARK = "~fence:";

	/**
	 * For each slot, the smallest number with this slot plus one; zero if not known yet.
	 */
	private static final int[] NUMBERS = new int[ClusterSlotHashUtil.SLOT_COUNT];

	private static int tried;

	private FenceKey() {
	}

	/**
	 * Returns the counter of a lock.
	 * @param prefix the prefix of every lock
	 * @param key the key of the lock
	 * @return the name of its counter
	 */
	public static String of(String prefix, String key) {
		return of(MARK, prefix, key);
	}

	/**
	 * Returns another key that belongs to a lock and is in its slot.
	 * @param mark the mark of this kind of key
	 * @param prefix the prefix of every lock
	 * @param key the key of the lock
	 * @return the name
	 */
	static String of(String mark, String prefix, String key) {
		String lock = prefix + key;
		String tag = tag(lock);
		if (prefix.indexOf('{') >= 0) {
			// The first brace in a key begins its hash tag, so the tag must come first.
			return '{' + tag + '}' + mark + lock;
		}
		return prefix + mark + '{' + tag + '}' + (tag.equals(lock) ? "" : key);
	}

	/** Returns the hash tag in the name of the counter. */
	private static String tag(String lock) {
		int open = lock.indexOf('{');
		int close = (open < 0) ? -1 : lock.indexOf('}', open + 1);
		if (close > open + 1) {
			return lock.substring(open + 1, close);
		}
		// A closing brace inside would end the tag too early. So the tag is a number that
		// has the same slot.
		return (lock.indexOf('}') < 0) ? lock : numberOf(slot(lock));
	}

	/**
	 * Returns a key that is in a slot and has the prefix of locks. No lock has this key.
	 */
	static String inSlot(String prefix, int slot) {
		String tag = '{' + numberOf(slot) + '}';
		// The first brace in a key begins its hash tag, so the tag must come first.
		return (prefix.indexOf('{') >= 0) ? tag + "~scan:" + prefix : prefix + "~scan:" + tag;
	}

	/**
	 * Returns the smallest number that has a slot. Each number is tried only once.
	 */
	private static synchronized String numberOf(int slot) {
		while (NUMBERS[slot] == 0) {
			int found = slot(Integer.toString(tried++));
			NUMBERS[found] = (NUMBERS[found] == 0) ? tried : NUMBERS[found];
		}
		return Integer.toString(NUMBERS[slot] - 1);
	}

	private static int slot(String name) {
		return ClusterSlotHashUtil.calculateSlot(name.getBytes(StandardCharsets.UTF_8));
	}

}
