package io.lockstarter.redlock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.Base16;
import io.lockstarter.redis.Script;

import org.springframework.core.io.ClassPathResource;

/**
 * A script as a node is sent it: by its hash, and in full where the node does not know
 * it.
 *
 * @param <T> the type of its result
 */
final class NodeScript<T> {

	static final NodeScript<List<Object>> CONTEND = shared(Script.CONTEND);

	static final NodeScript<List<Object>> RENEW = shared(Script.RENEW);

	static final NodeScript<List<Object>> INSPECT = shared(Script.INSPECT);

	static final NodeScript<List<Object>> FENCE = new NodeScript<>(read("fence"), ScriptOutputType.MULTI);

	static final NodeScript<Long> RAISE = new NodeScript<>(read("raise"), ScriptOutputType.INTEGER);

	static final NodeScript<List<Object>> RELEASE = new NodeScript<>(read("release"), ScriptOutputType.MULTI);

	private final String text;

	private final String sha1;

	private final ScriptOutputType type;

	private NodeScript(String text, ScriptOutputType type) {
		this.text = text;
		this.sha1 = Base16.digest(text.getBytes(StandardCharsets.UTF_8));
		this.type = type;
	}

	private static NodeScript<List<Object>> shared(Script<?> script) {
		return new NodeScript<>(script.getScriptAsString(), ScriptOutputType.MULTI);
	}

	private static String read(String name) {
		try {
			return new ClassPathResource("scripts/" + name + ".lua", NodeScript.class)
				.getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Runs it.
	 * @param commands the connection
	 * @param wanted whether the reply is still of use: one that nobody waits for is not
	 * sent a second time, when others may have been sent after it
	 * @param keys the keys
	 * @param args the arguments
	 * @return the reply
	 */
	CompletableFuture<T> run(RedisAsyncCommands<String, String> commands, BooleanSupplier wanted, String[] keys,
			String[] args) {
		CompletableFuture<T> first = commands.<T>evalsha(this.sha1, this.type, keys, args).toCompletableFuture();
		return first.exceptionallyCompose((failure) -> (isUnknown(failure) && wanted.getAsBoolean())
				? commands.<T>eval(this.text, this.type, keys, args).toCompletableFuture()
				: CompletableFuture.failedFuture(failure));
	}

	private static boolean isUnknown(Throwable failure) {
		return failure instanceof RedisNoScriptException
				|| (failure instanceof CompletionException && failure.getCause() instanceof RedisNoScriptException);
	}

}
