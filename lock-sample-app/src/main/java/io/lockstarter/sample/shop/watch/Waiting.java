package io.lockstarter.sample.shop.watch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * Who waits for which key in this instance. A key is kept only while somebody waits for
 * it.
 */
final class Waiting {

	private final Map<String, Integer> counts = new ConcurrentHashMap<>();

	private final ThreadLocal<@Nullable String> asked = new ThreadLocal<>();

	void asks(String key) {
		// What this thread asked for before was never answered: it failed before that.
		ends(this.asked.get());
		this.asked.set(key);
		this.counts.merge(key, 1, Integer::sum);
	}

	/** On the thread that asked; nothing for those who did not say so. */
	void ends(@Nullable String key) {
		if (key != null && key.equals(this.asked.get())) {
			this.asked.remove();
			this.counts.computeIfPresent(key, (it, count) -> (count > 1) ? count - 1 : null);
		}
	}

	int count(String key) {
		return this.counts.getOrDefault(key, 0);
	}

}
