package io.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.BaseRedisAsyncCommands;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Sends a script without waiting for the reply, over the connection that all share. Only
 * where an unanswered command ends with a time-out: nobody else would notice. Loaded only
 * where Lettuce is present.
 */
final class LettuceReleases {

	private final LettuceConnectionFactory factory;

	LettuceReleases(LettuceConnectionFactory factory) {
		this.factory = factory;
	}

	boolean possible() {
		if (!this.factory.getShareNativeConnection() || !this.factory.isRunning()) {
			return false;
		}
		AbstractRedisClient client = this.factory.getNativeClient();
		return client != null && client.getOptions().getTimeoutOptions().isTimeoutCommands();
	}

	CompletionStage<Long> send(Script<Long> script, String key, String... args) {
		byte[][] keys = { bytes(key) };
		byte[][] rest = Stream.of(args).map(LettuceReleases::bytes).toArray(byte[][]::new);
		RedisScriptingAsyncCommands<byte[], byte[]> commands = commands();
		CompletionStage<Long> reply = commands.evalsha(script.getSha1(), ScriptOutputType.INTEGER, keys, rest);
		return reply.exceptionallyCompose((failure) -> isNoScript(failure)
				? commands.eval(bytes(script.getScriptAsString()), ScriptOutputType.INTEGER, keys, rest)
				: CompletableFuture.failedStage(failure));
	}

	@SuppressWarnings("unchecked")
	private RedisScriptingAsyncCommands<byte[], byte[]> commands() {
		try (RedisConnection connection = this.factory.getConnection()) {
			BaseRedisAsyncCommands<byte[], byte[]> shared = (BaseRedisAsyncCommands<byte[], byte[]>) connection
				.getNativeConnection();
			return (RedisScriptingAsyncCommands<byte[], byte[]>) shared;
		}
	}

	private static boolean isNoScript(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		return cause instanceof RedisNoScriptException;
	}

	private static byte[] bytes(String word) {
		return word.getBytes(StandardCharsets.UTF_8);
	}

}
