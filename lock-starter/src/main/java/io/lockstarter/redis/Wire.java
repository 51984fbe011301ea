package io.lockstarter.redis;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** How a command gets to Redis, and its reply back. */
interface Wire {

	/**
	 * {@code SET … NX PX}.
	 * @param lock the whole name of the lock
	 * @param token its value
	 * @param ttlMillis its expiry
	 * @return whether it was set; {@code null} is no reply
	 */
	@Nullable Boolean setIfAbsent(String lock, String token, long ttlMillis);

	/**
	 * {@code EVALSHA}, or {@code EVAL} where the server does not know the script.
	 * @param <T> the type of the reply
	 * @param script the script
	 * @param keys its keys, all in one slot
	 * @param args its arguments
	 * @return the reply; {@code null} is none
	 */
	<T> @Nullable T run(Script<T> script, List<String> keys, String... args);

}
