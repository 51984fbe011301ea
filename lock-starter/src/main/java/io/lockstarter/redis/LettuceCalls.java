package io.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

/** The commands of a lock on one connection of Lettuce's. */
final class LettuceCalls {

	private final RedisClusterAsyncCommands<byte[], byte[]> commands;

	private final long timeoutMillis;

	/**
	 * On one connection.
	 * @param commands the connection
	 * @param timeoutMillis how long to wait for a reply
	 */
	LettuceCalls(RedisClusterAsyncCommands<byte[], byte[]> commands, long timeoutMillis) {
		this.commands = commands;
		this.timeoutMillis = timeoutMillis;
	}

	boolean setIfAbsent(String lock, String token, long ttlMillis) {
		return await(this.commands.set(bytes(lock), bytes(token), SetArgs.Builder.nx().px(ttlMillis))) != null;
	}

	<T> @Nullable T run(Script<T> script, List<String> keys, String... args) {
		byte[][] names = bytes(keys.toArray(String[]::new));
		byte[][] rest = bytes(args);
		Object reply;
		try {
			reply = await(this.commands.evalsha(script.getSha1(), type(script), names, rest));
		}
		catch (RuntimeException ex) {
			if (!isNoScript(ex)) {
				throw ex;
			}
			reply = await(this.commands.eval(bytes(script.getScriptAsString()), type(script), names, rest));
		}
		return script.reply(decoded(reply));
	}

	/** The same, without waiting for the reply. */
	CompletionStage<Long> send(Script<Long> script, String key, String... args) {
		byte[][] names = { bytes(key) };
		byte[][] rest = bytes(args);
		CompletionStage<Long> reply = this.commands.evalsha(script.getSha1(), ScriptOutputType.INTEGER, names, rest);
		// The thread that reads the replies sends it again, before it reads the next
		// reply:
		// what a caller sends because of that one arrives later.
		return reply.exceptionallyCompose((failure) -> isNoScript(failure)
				? this.commands.eval(bytes(script.getScriptAsString()), ScriptOutputType.INTEGER, names, rest)
				: CompletableFuture.failedStage(failure));
	}

	/** How many replicas have what was written on this connection before. */
	long acknowledged(int replicas, long withinMillis) {
		Long acks = await(this.commands.waitForReplication(replicas, withinMillis),
				(this.timeoutMillis > 0) ? withinMillis + this.timeoutMillis : 0);
		return (acks != null) ? acks : 0;
	}

	private <T> @Nullable T await(RedisFuture<T> reply) {
		return await(reply, this.timeoutMillis);
	}

	/** Zero waits without end, as Lettuce does. */
	private static <T> @Nullable T await(RedisFuture<T> reply, long millis) {
		long nanos = (millis > 0) ? TimeUnit.MILLISECONDS.toNanos(millis) : Long.MAX_VALUE;
		return Uninterruptibly.<@Nullable T, RuntimeException>await(nanos, (left) -> {
			try {
				return LettuceFutures.awaitOrCancel(reply, Math.max(1, left), TimeUnit.NANOSECONDS);
			}
			catch (RedisCommandInterruptedException ex) {
				if (Thread.interrupted()) {
					throw new InterruptedException();
				}
				throw ex;
			}
		});
	}

	private static ScriptOutputType type(Script<?> script) {
		if (script.getResultType() == Long.class) {
			return ScriptOutputType.INTEGER;
		}
		return (script.getResultType() == String.class) ? ScriptOutputType.VALUE : ScriptOutputType.MULTI;
	}

	private static @Nullable Object decoded(@Nullable Object reply) {
		if (reply instanceof byte[] text) {
			return new String(text, StandardCharsets.UTF_8);
		}
		return (reply instanceof List<?> list) ? list.stream().map(LettuceCalls::decoded).toList() : reply;
	}

	private static boolean isNoScript(Throwable failure) {
		Throwable cause = failure;
		while (cause != null && !(cause instanceof RedisNoScriptException)) {
			cause = cause.getCause();
		}
		return cause != null;
	}

	private static byte[][] bytes(String... words) {
		byte[][] bytes = new byte[words.length][];
		for (int i = 0; i < words.length; i++) {
			bytes[i] = bytes(words[i]);
		}
		return bytes;
	}

	private static byte[] bytes(String word) {
		return word.getBytes(StandardCharsets.UTF_8);
	}

}
