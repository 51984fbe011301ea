package io.lockstarter.redlock;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

/**
 * Implements a connection to a node with Lettuce.
 *
 * @param connection the connection
 */
record LettuceConnection(StatefulRedisConnection<String, String> connection) implements NodeConnection {

	@Override
	public CompletableFuture<Boolean> set(String key, String value, long millis, boolean onlyIfAbsent) {
		SetArgs args = SetArgs.Builder.px(millis);
		return this.connection.async()
			.set(key, value, onlyIfAbsent ? args.nx() : args)
			.toCompletableFuture()
			.thenApply(Objects::nonNull);
	}

	@Override
	public <T> CompletableFuture<T> evalsha(NodeScript<T> script, String[] keys, String[] args) {
		return this.connection.async().<T>evalsha(script.sha1(), script.type(), keys, args).toCompletableFuture();
	}

	@Override
	public <T> CompletableFuture<T> eval(NodeScript<T> script, String[] keys, String[] args) {
		return this.connection.async().<T>eval(script.text(), script.type(), keys, args).toCompletableFuture();
	}

	@Override
	public CompletableFuture<@Nullable String> info() {
		return this.connection.async().info("server").toCompletableFuture();
	}

	@Override
	public void onEnd(Runnable task) {
		this.connection.addListener(new RedisConnectionStateListener() {

			@Override
			public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
				task.run();
			}

		});
	}

	@Override
	public boolean isOpen() {
		return this.connection.isOpen();
	}

	@Override
	public void close() {
		var unused = this.connection.closeAsync();
	}

}
