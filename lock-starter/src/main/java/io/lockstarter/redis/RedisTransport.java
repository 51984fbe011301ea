package io.lockstarter.redis;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Sends a command to Redis and returns the reply. */
interface RedisTransport {

	/**
	 * Sends {@code SET … NX PX}.
	 * @param lock the full name of the lock
	 * @param token its value
	 * @param ttlMillis its expiry
	 * @return whether it was set; {@code null} if there was no reply
	 */
	@Nullable Boolean setIfAbsent(String lock, String token, long ttlMillis);

	/**
	 * Sends {@code EVALSHA}, or {@code EVAL} if the server does not know the script.
	 * @param <T> the type of the reply
	 * @param script the script
	 * @param keys its keys, all in one slot
	 * @param args its arguments
	 * @return the reply; {@code null} if there was none
	 */
	<T> @Nullable T run(Script<T> script, List<String> keys, String... args);

}
