package io.lockstarter.redis;

import java.nio.charset.StandardCharsets;

import org.springframework.data.redis.connection.ClusterSlotHashUtil;

/**
 * The name of the counter beside a lock: in the same slot of a Cluster, whatever braces
 * the lock's name has, and under the same prefix.
 */
public final class FenceKey {

	private static final String MARK = "~fence:";

	private FenceKey() {
	}

	/**
	 * The counter of a lock.
	 * @param prefix what the name of every lock starts with
	 * @param key the key of the lock
	 * @return the name of its counter
	 */
	public static String of(String prefix, String key) {
		String lock = prefix + key;
		String tag = tag(lock);
		if (prefix.indexOf('{') >= 0) {
			return '{' + tag + '}' + MARK + lock; // a brace in front of it would be the
													// tag
		}
		return prefix + MARK + '{' + tag + '}' + (tag.equals(lock) ? "" : key);
	}

	/** What stands between braces in the name of the counter. */
	private static String tag(String lock) {
		int open = lock.indexOf('{');
		int close = (open < 0) ? -1 : lock.indexOf('}', open + 1);
		if (close > open + 1) {
			return lock.substring(open + 1, close);
		}
		// A closing brace inside would end it early; but some number has the same slot.
		return (lock.indexOf('}') < 0) ? lock : numberOf(slot(lock));
	}

	private static String numberOf(int slot) {
		int number = 0;
		while (slot(Integer.toString(number)) != slot) {
			number++;
		}
		return Integer.toString(number);
	}

	private static int slot(String name) {
		return ClusterSlotHashUtil.calculateSlot(name.getBytes(StandardCharsets.UTF_8));
	}

}
