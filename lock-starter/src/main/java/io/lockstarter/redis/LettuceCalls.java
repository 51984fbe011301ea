package io.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
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

/** Sends the commands of locks over one Lettuce connection. */
final class LettuceCalls {

	private final RedisClusterAsyncCommands<byte[], byte[]> commands;

	private final long timeoutMillis;

	/**
	 * Creates the calls on one connection.
	 * @param commands the connection
	 * @param timeoutMillis the longest wait for a reply
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

	/** Does the same as {@link #setIfAbsent}, but does not wait for the reply. */
	CompletionStage<Boolean> sendIfAbsent(String lock, String token, long ttlMillis) {
		return this.commands.set(bytes(lock), bytes(token), SetArgs.Builder.nx().px(ttlMillis))
			.thenApply(Objects::nonNull);
	}

	/** Does the same as {@link #run}, but does not wait for the reply. */
	<T> CompletionStage<@Nullable T> send(Script<T> script, List<String> keys, String... args) {
		byte[][] names = bytes(keys.toArray(String[]::new));
		byte[][] rest = bytes(args);
		CompletionStage<Object> reply = this.commands.evalsha(script.getSha1(), type(script), names, rest);
		// The thread that reads replies sends the script again before it reads the next
		// reply. So commands that a caller sends after that reply arrive later.
		return reply
			.exceptionallyCompose((failure) -> isNoScript(failure)
					? this.commands.eval(bytes(script.getScriptAsString()), type(script), names, rest)
					: CompletableFuture.failedStage(failure))
			.thenApply((answer) -> script.reply(decoded(answer)));
	}

	/** Returns how many replicas have the earlier writes of this connection. */
	long acknowledged(int replicas, long withinMillis) {
		Long acks = await(this.commands.waitForReplication(replicas, withinMillis),
				(this.timeoutMillis > 0) ? withinMillis + this.timeoutMillis : 0);
		return (acks != null) ? acks : 0;
	}

	private <T> @Nullable T await(RedisFuture<T> reply) {
		return await(reply, this.timeoutMillis);
	}

	/** Waits for a reply. Zero means no limit, as in Lettuce. */
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
