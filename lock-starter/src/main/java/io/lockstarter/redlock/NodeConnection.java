package io.lockstarter.redlock;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/**
 * Represents one connection to one node. A Redis client implements it. Commands arrive in
 * the order in which they were sent, and none is sent twice. No method blocks. If the
 * connection ends, a command fails with a {@link io.lettuce.core.RedisException} or an
 * {@link java.io.IOException}. If the server refuses it, a command fails with a
 * {@link io.lettuce.core.RedisCommandExecutionException}.
 */
interface NodeConnection {

	/**
	 * Writes a key that expires.
	 * @param key the key
	 * @param value its value
	 * @param millis its ttl
	 * @param onlyIfAbsent whether a key that exists stays as it is
	 * @return whether it was written
	 */
	CompletableFuture<Boolean> set(String key, String value, long millis, boolean onlyIfAbsent);

	/**
	 * Runs a script by its hash.
	 * @param script the script
	 * @param keys the keys
	 * @param args the arguments
	 * @return the reply; {@link io.lettuce.core.RedisNoScriptException} if the node does
	 * not know it
	 */
	<T> CompletableFuture<T> evalsha(NodeScript<T> script, String[] keys, String[] args);

	/**
	 * Runs a script by its text.
	 * @param script the script
	 * @param keys the keys
	 * @param args the arguments
	 * @return the reply
	 */
	<T> CompletableFuture<T> eval(NodeScript<T> script, String[] keys, String[] args);

	/**
	 * Asks the server for a description of itself.
	 * @return the reply to {@code INFO server}
	 */
	CompletableFuture<@Nullable String> info();

	/**
	 * Registers a task that runs when the connection ends.
	 * @param task the task
	 */
	void onEnd(Runnable task);

	boolean isOpen();

	void close();

}
