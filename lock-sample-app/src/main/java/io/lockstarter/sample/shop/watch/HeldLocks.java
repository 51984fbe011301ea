package io.lockstarter.sample.shop.watch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

import org.springframework.stereotype.Component;

/** Holds key and token of each lock that this instance holds now. */
@Component
class HeldLocks {

	private final Map<String, String> tokens = new ConcurrentHashMap<>();

	void add(String key, String token) {
		this.tokens.put(key, token);
	}

	void remove(String key, String token) {
		this.tokens.remove(key, token);
	}

	void forEach(BiConsumer<String, String> action) {
		this.tokens.forEach(action);
	}

}
