package io.lockstarter.sample.shop.watch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * Counts the callers that wait for each key in this instance. A key is kept only while a
 * caller waits for it.
 */
final class WaitingCallers {

	private final Map<String, Integer> counts = new ConcurrentHashMap<>();

	private final ThreadLocal<@Nullable String> asked = new ThreadLocal<>();

	void add(String key) {
		// The last call of this thread failed before it reached the listener.
		remove(this.asked.get());
		this.asked.set(key);
		this.counts.merge(key, 1, Integer::sum);
	}

	/**
	 * Must run on the thread that called {@link #add}. Does nothing for other threads.
	 */
	void remove(@Nullable String key) {
		if (key != null && key.equals(this.asked.get())) {
			this.asked.remove();
			this.counts.computeIfPresent(key, (it, count) -> (count > 1) ? count - 1 : null);
		}
	}

	int count(String key) {
		return this.counts.getOrDefault(key, 0);
	}

}
